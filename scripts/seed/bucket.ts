import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { inParallel, type StoredFile } from "./pictures.ts"

/**
 * Puts files into the local MEDIA bucket below `persist`, except those stored already with the same content. Returns
 * how many were written.
 */
export async function storeFiles(files: StoredFile[], persist: string): Promise<number> {
  const { getPlatformProxy } = await import("wrangler")
  const proxy = await getPlatformProxy<{ MEDIA: R2Bucket }>({
    configPath: await writeBucketConfig(),
    persist: { path: join(resolve(persist), "v3") },
    envFiles: [],
  })
  try {
    const bucket = proxy.env.MEDIA
    const held = await listHeld(bucket)
    let written = 0
    await inParallel(files, async (file) => {
      const content = await file.read()
      if (held.get(file.key) === createHash("md5").update(content).digest("hex")) return
      await bucket.put(file.key, content, { httpMetadata: { contentType: file.contentType } })
      written++
    })
    return written
  } finally {
    await proxy.dispose()
  }
}

/** Returns MD5 by key: R2's etag of an object put in one piece. */
async function listHeld(bucket: R2Bucket): Promise<Map<string, string>> {
  const held = new Map<string, string>()
  for (const prefix of ["demo/", "casting/"]) {
    let cursor: string | undefined
    do {
      const page = await bucket.list({ prefix, cursor })
      for (const object of page.objects) held.set(object.key, object.etag)
      cursor = page.truncated ? page.cursor : undefined
    } while (cursor)
  }
  return held
}

/**
 * Writes the project's configuration reduced to its buckets: a seed has no Durable Objects or queues, which would cause
 * warnings.
 */
async function writeBucketConfig(): Promise<string> {
  const { unstable_readConfig } = await import("wrangler")
  const { name, compatibility_date, r2_buckets } = unstable_readConfig({ config: "wrangler.toml" })
  mkdirSync(".cache/seed", { recursive: true })
  const file = ".cache/seed/wrangler.json"
  writeFileSync(file, JSON.stringify({ name, compatibility_date, r2_buckets }))
  return file
}
