import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

interface LocalStore {
  env: { DB: D1Database; MEDIA: R2Bucket }
  dispose: () => Promise<void>
}

/**
 * Opens the local database and the local bucket below `persistTo` (wrangler's `--persist-to`), without the Worker: its
 * objects and queues would cause warnings here.
 */
export async function openLocalStore(persistTo: string): Promise<LocalStore> {
  const { getPlatformProxy, unstable_readConfig } = await import("wrangler")
  const { name, compatibility_date, d1_databases, r2_buckets } = unstable_readConfig({ config: "wrangler.toml" })
  mkdirSync(".cache", { recursive: true })
  const configPath = ".cache/local-store.json"
  writeFileSync(configPath, JSON.stringify({ name, compatibility_date, d1_databases, r2_buckets }))
  return getPlatformProxy<LocalStore["env"]>({
    configPath,
    persist: { path: join(resolve(persistTo), "v3") },
    envFiles: [],
  })
}
