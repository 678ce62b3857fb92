import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../app/domain/back-office/records/kinds", import.meta.url))
const target = join(folder, "index.server.ts")

/** Returns the index of the resources' folder: one line for each file. */
export function resourceIndex(): string {
  const files = readdirSync(folder, { encoding: "utf8", recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".server.ts") && name !== "index.server.ts")
    .toSorted()
  const lines = files.map((name) => `export * from "./${name.replace(/\.ts$/, "")}"\n`)
  return `// Written by scripts/resource-index.ts at each build: one line for each file of this folder and those below.\n${lines.join("")}`
}

/** Writes the index if a file was added or removed: wrangler bundles without Vite, which could list a folder by itself. */
export function writeResourceIndex(): void {
  const index = resourceIndex()
  if (readIndex() !== index) writeFileSync(target, index)
}

export function readIndex(): string | null {
  try {
    return readFileSync(target, "utf8")
  } catch {
    return null
  }
}
