import { createHash } from "node:crypto"
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { cache, root, runTool } from "./run.ts"

/** Builds Salon as it is deployed; returns the folder that holds its wrangler.toml and `dist/`. */
export function buildSalon(): Promise<string> {
  const sources = ["app", "party", "public", "worker"].map((folder) => `${folder}/**`)
  const settings = ["*.config.ts", "package.json", "package-lock.json", "tsconfig.json", "wrangler.toml"]
  return buildCopy(
    root,
    [...sources, ...settings, "scripts/*.ts", "scripts/lib/**", countedEntry, bucketEntry],
    join(cache, "salon"),
  )
}

const countedEntry = "tests/bench/counted-worker.ts"
const bucketEntry = "tests/bench/bucket-worker.ts"

/** Bundles the same sources again with an entry that counts, into `counted/` beside `dist/`. */
export async function bundleCounted(folder: string): Promise<void> {
  await runTool("wrangler", ["deploy", countedEntry, "--dry-run", "--outdir", "counted"], folder)
}

/** Bundles the same sources again over a bucket in another process, into `with-bucket/` beside `dist/`. */
export async function bundleWithBucket(folder: string): Promise<void> {
  await runTool("wrangler", ["deploy", bucketEntry, "--dry-run", "--outdir", "with-bucket"], folder)
}

/** Builds a peer. Its copy is as deep as the original: both reach Salon's build settings by the same relative path. */
export function buildPeer(name: "bare-remix" | "broadcast-first" | "plain-hono"): Promise<string> {
  return buildCopy(join(root, "tests/bench/peers", name), ["**"], join(cache, "peers", name))
}

/**
 * Builds a copy of the sources, so that a build or an edit of the checkout meanwhile does not affect the measurement;
 * leaves `build/` alone. Wrangler bundles as for a deployment. The same sources are built once.
 */
async function buildCopy(from: string, patterns: string[], to: string): Promise<string> {
  const files = globSync(patterns, { cwd: from }).filter((file) => statSync(join(from, file)).isFile())
  const stamp = join(to, "built")
  const id = hashFiles(from, files)
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === id) return to
  rmSync(to, { recursive: true, force: true })
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(from, file), join(to, file))
  }
  if (files.some((file) => file.startsWith("vite.config"))) await runTool("remix", ["vite:build"], to)
  await runTool("wrangler", ["deploy", "--dry-run", "--outdir", "dist"], to)
  writeFileSync(stamp, id)
  return to
}

export function hashFiles(folder: string, files: string[]): string {
  const hash = createHash("sha256")
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest("hex")
}
