import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { settingChanges, settings } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { RowOf } from "~/db/statements/row"

export type SettingRow = RowOf<typeof settings, "key" | "value" | "version" | "updated_at">

/** Selects what staff have set: a few dozen rows at most. */
export const storedSettings = sql<SettingRow>`SELECT key, value, version, updated_at FROM settings
  WHERE key > '' ORDER BY key`

export async function findSettings(db: Database): Promise<SettingRow[]> {
  const [rows] = await read(db, storedSettings)
  return rows
}

export interface ChangeRow extends RowOf<typeof settingChanges, "id" | "key" | "version" | "value" | "created_at"> {
  staff: string | null
}

/** Returns the latest changes of some settings, latest first; or one of them. */
export async function findChanges(
  db: Database,
  { keys, id }: { keys: readonly string[]; id?: string },
  limit: number,
): Promise<ChangeRow[]> {
  const only = id === undefined ? sql`` : sql`AND c.id = ${id}`
  const [rows] = await read(
    db,
    sql<ChangeRow>`SELECT c.id, c.key, c.version, c.value, u.name AS staff, c.created_at
      FROM setting_changes AS c LEFT JOIN users AS u ON u.id = c.staff_id
      WHERE c.key IN ${[...keys]} ${only} ORDER BY c.id DESC LIMIT ${limit}`,
  )
  return rows
}

/** A value to store, and the version that it replaces. */
export interface NewValue {
  key: string
  /** JSON. */
  value: string
  version: number
}

/**
 * Returns the statement that stores values: all of them, or none if one of the versions is not the current one any more.
 */
export function saveValues(db: Database, values: readonly NewValue[], staffId: string, now: number) {
  const list = JSON.stringify(values)
  const row = {
    key: sql`n.value ->> 'key'`,
    value: sql`n.value ->> 'value'`,
    version: sql`(n.value ->> 'version') + 1`,
    updatedAt: now,
    updatedBy: staffId,
  }
  const source = sql`FROM json_each(${list}) AS n WHERE NOT EXISTS (SELECT 1 FROM json_each(${list}) AS o
    WHERE (o.value ->> 'version') <> coalesce((SELECT version FROM settings WHERE key = o.value ->> 'key'), 0))`
  const next = (column: string) => sql.raw(`excluded.${column}`)
  return insertSelect(db, settings, row, source).onConflictDoUpdate({
    target: settings.key,
    set: {
      value: next("value"),
      version: next("version"),
      updatedAt: next("updated_at"),
      updatedBy: next("updated_by"),
    },
  })
}

/** Returns the statement that records a change, if it was stored. */
export function insertChange(db: Database, change: typeof settingChanges.$inferInsert) {
  return insertSelect(db, settingChanges, change, sql`WHERE ${isStored(change)}`)
}

function isStored({ key, version, staffId, createdAt }: typeof settingChanges.$inferInsert): SQL {
  return sql`EXISTS (SELECT 1 FROM settings WHERE key = ${key} AND version = ${version}
    AND updated_by = ${staffId} AND updated_at = ${createdAt})`
}
