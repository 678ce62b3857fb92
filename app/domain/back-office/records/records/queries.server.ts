import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { catalogRedirects, resourceRevisions } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import { type JsonText, trustedJson } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import { type Locale, locales } from "~/i18n/locales"
import { newId } from "~/lib/id"
import { formColumns, idOf, versionOf } from "../lists/queries.server"
import { type Action, inLocale, type Resource } from "../resource"
import type { Value, Values } from "../schema"
import { valueName, writable } from "./values"

export const name = (identifier: string) => sql.raw(`"${identifier}"`)

export interface FoundRecord {
  id: string
  version: number
  title: string | null
  created_at: number
  public_path: string | null
  /** Its place in the order, of a resource that has one. */
  position: number | null
  /** Values of the table's own fields. */
  plain: JsonText<Values>
  /** Values of the translated fields by language. */
  texts: JsonText<Record<string, Values | undefined>>
  /** Cells of the list. */
  cells: JsonText<Values>
  [action: `a_${string}`]: number
}

/** Selects records with all values of their form. */
function selectRecords(
  resource: Resource,
  ids: readonly string[],
  locale: Locale,
  actions: readonly Action[] = [],
): SQL<FoundRecord> {
  const columns = [
    `${idOf(resource)} AS id`,
    `${versionOf(resource)} AS version`,
    `${inLocale(resource.title, locale)} AS title`,
    `${resource.createdAt ?? "r.created_at"} AS created_at`,
    `json_object(${resource.columns.map(({ name, value }) => `'${name}', ${inLocale(value, locale)}`).join(", ")}) AS cells`,
    `${resource.publicPath ?? "NULL"} AS public_path`,
    `${resource.position ? `r."${resource.position}"` : "NULL"} AS position`,
    ...formColumns(resource),
    ...actions.map((action) => `(${inLocale(action.when, locale)}) AS "a_${action.name}"`),
  ]
  return sql`SELECT ${sql.raw(columns.join(", "))} FROM ${sql.raw(`${resource.table} AS r ${resource.joins ?? ""}`)}
    WHERE ${sql.raw(idOf(resource))} IN (${listed(ids)})`
}

/** Binds a list of any length as one value: D1 takes 100 in a statement. */
export const listed = (values: readonly string[]) => sql`SELECT value FROM json_each(${JSON.stringify(values)})`

/** Reads the options of the selects that stand in the database: one round trip, none without such selects. */
export async function findOptions(db: Database, resource: Resource, locale: Locale) {
  const fields = (resource.fields ?? []).flatMap(({ name, optionsFrom }) =>
    optionsFrom ? [{ name, optionsFrom }] : [],
  )
  const queries = fields.map(
    ({ optionsFrom }) => sql<{ value: string; label: string }>`${sql.raw(inLocale(optionsFrom, locale))} LIMIT 500`,
  )
  const found = queries.length > 0 ? await read(db, ...queries) : []
  return Object.fromEntries(fields.map(({ name }, index) => [name, found[index] ?? []]))
}

/** Returns the values of a form from a record. */
export function valuesOf(resource: Resource, { plain, texts }: Pick<FoundRecord, "plain" | "texts">): Values {
  const own = trustedJson(plain)
  const byLocale = trustedJson(texts)
  const entries = (resource.fields ?? []).flatMap((field) =>
    field.isTranslated
      ? locales.map(({ code }) => [valueName(field, code), byLocale[code]?.[field.name] ?? ""] as const)
      : [[field.name, own[field.name] ?? (field.kind === "degrees" ? null : "")] as const],
  )
  return Object.fromEntries(entries)
}

/** SQL condition: this version was stored. Its id is one change's alone, which a time of change is not. */
export const isStored = (revisionId: string) => sql`EXISTS (SELECT 1 FROM resource_revisions WHERE id = ${revisionId})`

/**
 * Returns a statement that writes the table's own values, guarded by the version that was read; the new version is
 * `next`.
 */
export function updateRecord(
  resource: Resource,
  record: { id: string; version: number; next: number },
  values: Values,
): SQL {
  const plain = writable(resource, false).filter((field) => !field.isTranslated)
  const sets = plain.map((field) => sql`${name(field.name)} = ${values[field.name] ?? null}`)
  return sql`UPDATE ${name(resource.table)} SET ${sql.join([...sets, sql`updated_at = ${record.next}`], sql`, `)}
    WHERE id = ${record.id} AND updated_at = ${record.version}`
}

export interface NewRecord {
  id: string
  createdAt: number
  now: number
  /** Its place in the order; without one it is the last. */
  position?: number | null
}

/** Returns a statement that creates a record where `holds`. */
export function insertRecord(resource: Resource, record: NewRecord, values: Values, holds: SQL): SQL {
  const plain = writable(resource, true).filter((field) => !field.isTranslated)
  const last = sql`(SELECT coalesce(max(${name(resource.position ?? "")}), 0) + 1 FROM ${name(resource.table)})`
  const position: [string, SQL][] = resource.position
    ? [[resource.position, record.position ? sql`${record.position}` : last]]
    : []
  const columns: [string, SQL][] = [
    ["id", sql`${record.id}`],
    ...plain.map((field): [string, SQL] => [field.name, sql`${values[field.name] ?? null}`]),
    ...Object.entries(resource.initial ?? {}).map(([column, value]): [string, SQL] => [column, sql`${value}`]),
    ...position,
    ["created_at", sql`${record.createdAt}`],
    ["updated_at", sql`${record.now}`],
  ]
  return sql`INSERT INTO ${name(resource.table)} (${sql.join(
    columns.map(([column]) => name(column)),
    sql`, `,
  )})
    SELECT ${sql.join(
      columns.map(([, value]) => value),
      sql`, `,
    )} WHERE ${holds}`
}

/** Returns the statements that write a record's texts where `holds`: a language without texts has no row. */
export function writeTexts(resource: Resource, id: string, values: Values, holds: SQL): SQL[] {
  const { texts } = resource
  if (!texts) return []
  const fields = (resource.fields ?? []).filter((field) => field.isTranslated)
  return locales.flatMap(({ code }) => {
    const row = fields.map((field) => values[valueName(field, code)] ?? "")
    if (row.every((text) => text === "")) {
      return [sql`DELETE FROM ${name(texts.table)} WHERE ${name(texts.key)} = ${id} AND locale = ${code} AND ${holds}`]
    }
    const columns = sql.join(
      fields.map((field) => name(field.name)),
      sql`, `,
    )
    const sets = fields.map((field) => sql`${name(field.name)} = excluded.${name(field.name)}`)
    return [
      sql`INSERT INTO ${name(texts.table)} (${name(texts.key)}, locale, ${columns})
      SELECT ${id}, ${code}, ${sql.join(
        row.map((text) => sql`${text}`),
        sql`, `,
      )} WHERE ${holds}
      ON CONFLICT DO UPDATE SET ${sql.join(sets, sql`, `)}`,
    ]
  })
}

export interface NewRevision {
  id: string
  recordId: string
  values: Values
  staffId: string | null
  /** Epoch ms. */
  at: number
  /** Of a deletion, JSON: what the form does not have. */
  deletion?: string
}

/** Returns the statement that stores a version of a record where `when` holds. */
export function insertRevision(db: Database, resource: Resource, revision: NewRevision, when: SQL) {
  const row = {
    id: revision.id,
    resource: resource.name,
    recordId: revision.recordId,
    content: JSON.stringify(revision.values),
    deletion: revision.deletion ?? null,
    staffId: revision.staffId,
    createdAt: revision.at,
  }
  return insertSelect(db, resourceRevisions, row, sql`WHERE ${when}`)
}

/** Returns the statement that stores a record as it was before the change `changeId`, if that was its first. */
export function insertFirstRevision(db: Database, resource: Resource, record: FoundRecord, changeId: string) {
  const { id: recordId, created_at: at } = record
  const isFirst = sql`${isStored(changeId)} AND NOT EXISTS (SELECT 1 FROM resource_revisions
    WHERE resource = ${resource.name} AND record_id = ${recordId} AND id <> ${changeId})`
  const former = { id: newId(at), recordId, values: valuesOf(resource, record), staffId: null, at }
  return insertRevision(db, resource, former, isFirst)
}

interface RecordAction {
  action: Action
  record: Pick<FoundRecord, "id" | "version">
  now: number
  locale: Locale
}

/** Returns a statement that sets columns of a record, in the version that was read, where the act's condition holds. */
export function setColumns(resource: Resource, { action, record, now, locale }: RecordAction): SQL {
  const sets = Object.entries(action.set ?? {}).map(
    ([column, value]) => sql`${name(column)} = ${value satisfies Value}`,
  )
  // At least one more than before: two changes within a millisecond have two versions.
  const version = sql`updated_at = max(${now}, updated_at + 1)`
  return sql`UPDATE ${name(resource.table)} AS r SET ${sql.join([...sets, version], sql`, `)}
    WHERE r.id = ${record.id} AND r.updated_at = ${record.version} AND ${sql.raw(`(${inLocale(action.when, locale)})`)}`
}

/** Returns the statements that move a record to the place of another one, before it or after it. */
export function moveRecord(resource: Resource, id: string, target: { id: string; isAfter: boolean }): SQL {
  const position = name(resource.position ?? "")
  const table = name(resource.table)
  const shift = target.isAfter ? sql`+ 0.5` : sql`- 0.5`
  return sql`UPDATE ${table} SET ${position} = places.place FROM (
      SELECT id, row_number() OVER (ORDER BY CASE WHEN id = ${id}
        THEN (SELECT ${position} FROM ${table} WHERE id = ${target.id}) ${shift} ELSE ${position} END, id) AS place
      FROM ${table}) AS places
    WHERE places.id = ${table}.id AND ${table}.${position} <> places.place
      AND EXISTS (SELECT 1 FROM ${table} WHERE id = ${id}) AND EXISTS (SELECT 1 FROM ${table} WHERE id = ${target.id})`
}

/** Returns the statements after which a record's former slug leads to it, and its new one to nothing else. */
export function redirectSlug(
  db: Database,
  kind: "city" | "category" | "service",
  record: { id: string; from: string; to: string; at: number; when: SQL },
) {
  const { id, from, to, at, when } = record
  return [
    sql`DELETE FROM catalog_redirects WHERE kind = ${kind} AND slug IN (${from}, ${to}) AND ${when}`,
    insertSelect(db, catalogRedirects, { kind, slug: from, recordId: id, createdAt: at }, sql`WHERE ${when}`),
  ] as const
}

export interface RevisionRow extends RowOf<typeof resourceRevisions, "id" | "created_at"> {
  staff_name: string | null
  content: JsonText<Values>
  deletion: string | null
}

export async function findRevisions(db: Database, resource: Resource, id: string, limit: number) {
  const [rows] = await read(
    db,
    sql<RevisionRow>`SELECT v.id, v.created_at, u.name AS staff_name, v.content, v.deletion
    FROM resource_revisions AS v LEFT JOIN users AS u ON u.id = v.staff_id
    WHERE v.resource = ${resource.name} AND v.record_id = ${id} ORDER BY v.id DESC LIMIT ${limit}`,
  )
  return rows
}

interface RecordQuery {
  resource: Resource
  id: string
  locale: Locale
  actions?: readonly Action[]
}

export async function findRecord(
  db: Database,
  { resource, id, locale, actions }: RecordQuery,
): Promise<FoundRecord | null> {
  const [[record]] = await read(db, selectRecords(resource, [id], locale, actions))
  return record ?? null
}

/** Finds records by their ids. */
export async function findRecords(db: Database, resource: Resource, ids: readonly string[], locale: Locale) {
  const [rows] = await read(db, selectRecords(resource, ids, locale))
  return rows
}

/** Finds a stored version of this record. */
export async function findRevision(db: Database, resource: Resource, recordId: string, id: string) {
  const [[row]] = await read(
    db,
    sql<{ content: string }>`SELECT content FROM resource_revisions
      WHERE id = ${id} AND resource = ${resource.name} AND record_id = ${recordId}`,
  )
  return row ?? null
}

/** Returns whether all of these records exist. */
export async function hasRecords(db: Database, resource: Resource, ids: readonly string[]): Promise<boolean> {
  const [[row]] = await read(
    db,
    sql<{
      found: number
    }>`SELECT count(*) AS found FROM ${name(resource.table)} WHERE id IN (${listed([...new Set(ids)])})`,
  )
  return row?.found === new Set(ids).size
}
