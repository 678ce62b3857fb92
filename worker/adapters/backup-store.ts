import { parseJson } from "~/db/statements/json"
import type { BackupStore } from "~/domain/core/ports/backup"
import { BackupId, manifestName, SourceSum } from "~/domain/operations/backup/schema"
import { hashOf } from "~/domain/operations/backup/seal"

/** Stores backups in an R2 bucket of their own: a folder each, with what is known of a part as its metadata. */
export function createBackupStore(bucket: R2Bucket): BackupStore {
  async function* objects(prefix: string) {
    let cursor: string | undefined
    do {
      const page = await bucket.list({ prefix, cursor, include: ["customMetadata"] })
      yield* page.objects
      cursor = page.truncated ? page.cursor : undefined
    } while (cursor)
  }

  return {
    async list() {
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const page = await bucket.list({ delimiter: "/", cursor })
        ids.push(...page.delimitedPrefixes.map((prefix) => prefix.slice(0, -1)))
        cursor = page.truncated ? page.cursor : undefined
      } while (cursor)
      return ids.filter((id) => BackupId.safeParse(id).success)
    },
    async write(id, name, bytes, sum) {
      const customMetadata: Record<string, string> = { hash: await hashOf(bytes) }
      if (sum) customMetadata.sum = JSON.stringify(sum)
      await bucket.put(`${id}/${name}`, bytes, { customMetadata })
    },
    async read(id, name) {
      const object = await bucket.get(`${id}/${name}`)
      return object && new Uint8Array(await object.arrayBuffer())
    },
    async parts(id) {
      const parts: { hash: string; sum: SourceSum | null }[] = []
      for await (const { key, customMetadata = {} } of objects(`${id}/`)) {
        if (key.endsWith(manifestName)) continue
        const sum = customMetadata.sum ? parseJson(SourceSum, customMetadata.sum) : null
        parts.push({ hash: customMetadata.hash ?? "", sum })
      }
      return parts
    },
    async delete(id) {
      for await (const { key } of objects(`${id}/`)) await bucket.delete(key)
    },
  }
}
