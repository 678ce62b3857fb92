import type { Files, FileWriter } from "~/domain/core/ports/files"

/** R2 requires the parts of an upload to be of equal size and at least 5 MiB, except the last. */
const partBytes = 8 * 1024 * 1024

/** Implements the domain's file store with an R2 bucket. */
export function createFiles(bucket: R2Bucket): Files {
  return {
    read: (key) => bucket.get(key),
    async list(prefix) {
      const found: { key: string; size: number }[] = []
      let cursor: string | undefined
      do {
        const page = await bucket.list({ prefix, cursor })
        found.push(...page.objects.map(({ key, size }) => ({ key, size })))
        cursor = page.truncated ? page.cursor : undefined
      } while (cursor)
      return found
    },
    async listAfter(prefix, after, limit) {
      const { objects } = await bucket.list({ prefix, startAfter: after, limit })
      return objects.map(({ key }) => key)
    },
    async delete(keys) {
      // R2 deletes up to 1,000 keys per call.
      for (let from = 0; from < keys.length; from += 1_000) await bucket.delete(keys.slice(from, from + 1_000))
    },
    write: (key, contentType) => openWriter(bucket, key, contentType),
  }
}

/** Uploads in parts: only one part (8 MiB) is in memory, whatever the size of the file. */
async function openWriter(bucket: R2Bucket, key: string, contentType: string): Promise<FileWriter> {
  const upload = await bucket.createMultipartUpload(key, { httpMetadata: { contentType } })
  const parts: R2UploadedPart[] = []
  const part = new Uint8Array(partBytes)
  let filled = 0

  async function flush(): Promise<void> {
    parts.push(await upload.uploadPart(parts.length + 1, part.subarray(0, filled)))
    filled = 0
  }

  return {
    async write(chunk) {
      for (let from = 0; from < chunk.length; ) {
        const piece = chunk.subarray(from, from + partBytes - filled)
        part.set(piece, filled)
        filled += piece.length
        from += piece.length
        if (filled === partBytes) await flush()
      }
    },
    async close() {
      if (filled > 0 || parts.length === 0) await flush()
      await upload.complete(parts)
    },
    abort: () => upload.abort(),
  }
}
