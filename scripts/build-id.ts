import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"

/** The sources of the Remix build: the pages, and the domain below them. */
const pages = ["app/**/*.*", "public/**/*.*", "package-lock.json", "vite.config.ts"]

/** Returns the build's id: a hash of all its sources, so that the same sources always have the same id. */
export function buildId(): string {
  return hashOf([...pages, "worker/**/*.*", "party/**/*.*", "*.config.ts"])
}

/** Returns the same for build/ alone, which the Worker's own sources do not change. */
export function pagesId(): string {
  return hashOf(pages)
}

function hashOf(patterns: string[]): string {
  const hash = createHash("sha256")
  for (const file of [...new Set(globSync(patterns))].sort()) hash.update(file).update(readFileSync(file))
  return hash.digest("hex").slice(0, 12)
}
