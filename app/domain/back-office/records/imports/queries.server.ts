import { sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { listed, name } from "../records/queries.server"
import type { Field, Resource } from "../resource"

/** A record that has a key: its slug, or a text, whose language is named. */
interface KeyedRecord {
  id: string
  key: string
  locale: string | null
}

/** Finds the records that have one of these keys, in any language. */
export async function findByKeys(
  db: Database,
  resource: Resource,
  field: Field,
  keys: readonly string[],
): Promise<KeyedRecord[]> {
  if (keys.length === 0) return []
  const column = name(field.name)
  const { texts } = resource
  const [rows] = await read(
    db,
    texts && field.isTranslated
      ? sql<KeyedRecord>`SELECT ${name(texts.key)} AS id, ${column} AS key, locale FROM ${name(texts.table)}
          WHERE ${column} IN (${listed(keys)})`
      : sql<KeyedRecord>`SELECT id, ${column} AS key, NULL AS locale FROM ${name(resource.table)}
          WHERE ${column} IN (${listed(keys)})`,
  )
  return rows
}
