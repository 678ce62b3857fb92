import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { resourceRevisions } from "~/db/schema"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import { listed, name } from "../records/queries.server"
import type { Resource } from "../resource"
import type { Values } from "../schema"

/** Values that a restored record needs beside those of its form. */
export interface Deletion {
  createdAt: number
  position: number | null
}

/** The latest version of a record that was deleted. */
export interface DeletionRow extends RowOf<typeof resourceRevisions, "id" | "record_id" | "created_at"> {
  staff_name: string | null
  content: JsonText<Values>
  deletion: JsonText<Deletion>
}

/** SQL condition: the record has this version. */
export const isVersion = (resource: Resource, id: string, version: number) =>
  sql`EXISTS (SELECT 1 FROM ${name(resource.table)} WHERE id = ${id} AND updated_at = ${version})`

/** SQL condition: there is no such record. */
export const isMissing = (resource: Resource, id: string) =>
  sql`NOT EXISTS (SELECT 1 FROM ${name(resource.table)} WHERE id = ${id})`

/** Returns a statement that deletes a record in the version that was read. */
export function deleteRecord(resource: Resource, id: string, version: number): SQL {
  return sql`DELETE FROM ${name(resource.table)} WHERE id = ${id} AND updated_at = ${version}`
}

/** Returns a statement that moves the others on where a record that was restored has the place of one of them. */
export function makeRoom(resource: Resource, id: string, place: number, when: SQL): SQL {
  const [table, position] = [name(resource.table), name(resource.position ?? "")]
  return sql`UPDATE ${table} SET ${position} = ${position} + 1 WHERE ${position} >= ${place} AND id <> ${id}
    AND (SELECT count(*) FROM ${table} WHERE ${position} = ${place}) > 1 AND ${when}`
}

/** Selects deletions that no later version and no record has followed, newest first. */
const selectDeletions = (resource: Resource, condition: SQL, limit: number) =>
  sql<DeletionRow>`SELECT v.id, v.record_id, v.created_at, u.name AS staff_name, v.content, v.deletion
    FROM resource_revisions AS v LEFT JOIN users AS u ON u.id = v.staff_id
    WHERE v.resource = ${resource.name} AND v.deletion IS NOT NULL AND ${condition}
      AND NOT EXISTS (SELECT 1 FROM ${name(resource.table)} WHERE id = v.record_id)
      AND NOT EXISTS (SELECT 1 FROM resource_revisions AS later
        WHERE later.resource = v.resource AND later.record_id = v.record_id AND later.id > v.id)
    ORDER BY v.id DESC LIMIT ${limit}`

/** Finds the deletions before an id, newest first. */
export async function findDeletions(db: Database, resource: Resource, before: string | null, limit: number) {
  const [rows] = await read(db, selectDeletions(resource, before === null ? sql`true` : sql`v.id < ${before}`, limit))
  return rows
}

/** Finds the deletions of these records, whichever are deleted. */
export async function findDeletionsOf(db: Database, resource: Resource, ids: readonly string[]) {
  const [rows] = await read(db, selectDeletions(resource, sql`v.record_id IN (${listed(ids)})`, ids.length))
  return rows
}
