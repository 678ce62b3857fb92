import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"

/** The build's id: a hash of everything that it is made from, so that the same sources always have the same id. */
export function buildId(): string {
  const hash = createHash("sha256")
  const sources = globSync([
    "app/**/*.*",
    "worker/**/*.*",
    "party/**/*.*",
    "public/**/*.*",
    "package-lock.json",
    "*.config.ts",
  ])
  for (const file of sources.sort()) hash.update(file).update(readFileSync(file))
  return hash.digest("hex").slice(0, 12)
}
