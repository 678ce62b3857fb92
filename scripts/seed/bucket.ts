import { createHash } from "node:crypto"
import { openLocalStore } from "../lib/local-store.ts"
import { inParallel, type StoredFile } from "./pictures.ts"

/**
 * Puts files into the local MEDIA bucket below `persist`, except those stored already with the same content. Returns
 * how many were written.
 */
export async function storeFiles(files: StoredFile[], persist: string): Promise<number> {
  const { env, dispose } = await openLocalStore(persist)
  try {
    const bucket = env.MEDIA
    const held = await listHeld(bucket)
    let written = 0
    await inParallel(files, async (file) => {
      const content = await file.read()
      if (held.get(file.key) === createHash("md5").update(content).digest("hex")) return
      await retried(() => bucket.put(file.key, content, { httpMetadata: { contentType: file.contentType } }))
      written++
    })
    return written
  } finally {
    await dispose()
  }
}

const attempts = 3

/**
 * Repeats a request to the local bucket whose connection failed: its server ends one that is idle, and a busy machine
 * learns of it too late.
 */
async function retried<T>(request: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await request()
  } catch (error) {
    const isConnection = error instanceof TypeError && error.message === "fetch failed"
    if (!isConnection || attempt === attempts) throw error
    return retried(request, attempt + 1)
  }
}

/** Returns MD5 by key: R2's etag of an object put in one piece. */
async function listHeld(bucket: R2Bucket): Promise<Map<string, string>> {
  const held = new Map<string, string>()
  for (const prefix of ["demo/", "casting/"]) {
    let cursor: string | undefined
    do {
      const page = await retried(() => bucket.list({ prefix, cursor }))
      for (const object of page.objects) held.set(object.key, object.etag)
      cursor = page.truncated ? page.cursor : undefined
    } while (cursor)
  }
  return held
}
