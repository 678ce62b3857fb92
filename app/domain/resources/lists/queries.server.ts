import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { allOf } from "~/db/conditions"
import type { Locale } from "~/i18n/locales"
import { type Act, inLocale, listColumns, type Resource } from "../resource"
import type { ListQuery, Value } from "../schema"
import type { Place } from "./cursor"

export interface ListRow {
  id: string
  version: number
  title: string | null
  place: string | number
  [column: `c_${string}`]: Value
  [act: `a_${string}`]: number
}

export const idOf = (resource: Resource) => resource.id ?? "r.id"
export const versionOf = (resource: Resource) => resource.version ?? "r.updated_at"

/** The acts that the reader may see on a record, as columns of 1 and 0. */
function actColumns(acts: readonly Act[], locale: Locale): SQL[] {
  return acts.map(({ name, when }) => sql.raw(`(${inLocale(when, locale)}) AS "a_${name}"`))
}

/**
 * Selects a page of a list, in the order of one sort and then of ids, after or before a place. The expressions are the
 * resource's own; what the reader typed is bound.
 */
export function selectPage(
  resource: Resource,
  { q, sort, filters }: Pick<ListQuery, "q" | "sort" | "filters">,
  page: { place: Place | null; isBackward: boolean; limit: number; locale: Locale; acts: readonly Act[] },
): SQL<ListRow> {
  const { place, limit, locale } = page
  const chosen = sortOf(resource, sort)
  const isDescending = chosen.isDescending !== page.isBackward
  const id = idOf(resource)
  const conditions = [
    ...filterConditions(resource, filters, locale),
    ...(q && resource.search ? [searchCondition(resource.search, q, locale)] : []),
    ...(place
      ? [sql`(${sql.raw(chosen.by)}, ${sql.raw(id)}) ${sql.raw(isDescending ? "<" : ">")} (${place.at}, ${place.id})`]
      : []),
  ]
  const direction = sql.raw(isDescending ? "DESC" : "ASC")
  const cells = listColumns(resource).map(({ name, value }) => sql.raw(`${inLocale(value, locale)} AS "c_${name}"`))
  const columns = [
    sql.raw(`${id} AS id`),
    sql.raw(`${versionOf(resource)} AS version`),
    sql.raw(`${inLocale(resource.title, locale)} AS title`),
    sql.raw(`${chosen.by} AS place`),
    ...cells,
    ...actColumns(page.acts, locale),
  ]
  return sql`SELECT ${sql.join(columns, sql`, `)} FROM ${sql.raw(`${resource.table} AS r ${resource.joins ?? ""}`)}
    ${conditions.length > 0 ? sql`WHERE ${allOf(...conditions)}` : sql``}
    ORDER BY ${sql.raw(chosen.by)} ${direction}, ${sql.raw(id)} ${direction} LIMIT ${limit}`
}

function sortOf(resource: Resource, wanted: string): { name: string; by: string; isDescending: boolean } {
  const isReversed = wanted.startsWith("-")
  const sort = resource.sorts.find(({ name }) => name === wanted.replace(/^-/, "")) ?? resource.sorts[0]
  const isDescending = sort.isDescending === true
  return { name: sort.name, by: sort.by, isDescending: isReversed ? !isDescending : isDescending }
}

function filterConditions(resource: Resource, chosen: Record<string, string>, locale: Locale): SQL[] {
  return (resource.filters ?? []).flatMap(({ name, options }) => {
    const option = options.find(({ value }) => value === chosen[name])
    return option ? [sql.raw(inLocale(option.where, locale))] : []
  })
}

/** Binds what was typed in place of each `?`, and its text as the beginning of a LIKE pattern in place of `{prefix}`. */
function searchCondition(expression: string, typed: string, locale: Locale): SQL {
  // D1 refuses patterns of more than 50 bytes.
  const pattern = `${typed.slice(0, 16).replace(/[\\%_]/g, "\\$&")}%`
  const parts = inLocale(expression, locale).split(/(\?|\{prefix\})/)
  return sql.join(
    parts.map((part) => (part === "?" ? sql`${typed}` : part === "{prefix}" ? sql`${pattern}` : sql.raw(part))),
  )
}

/** Reads a page and, with it in one round trip, the options of selects that stand in the database. */
export async function findPage(db: Database, page: SQL<ListRow>): Promise<ListRow[]> {
  const [rows] = await read(db, page)
  return rows
}

/** Finds records of several resources by what was typed, five of each at most: one round trip. */
export async function findHits(
  db: Database,
  resources: readonly Resource[],
  typed: string,
  locale: Locale,
): Promise<{ resource: Resource; id: string; title: string | null }[]> {
  const searched = resources.flatMap((resource) => (resource.search ? [{ resource, search: resource.search }] : []))
  const queries = searched.map(
    ({ resource, search }) =>
      sql<{
        id: string
        title: string | null
      }>`SELECT ${sql.raw(`${idOf(resource)} AS id, ${inLocale(resource.title, locale)} AS title
      FROM ${resource.table} AS r ${resource.joins ?? ""}`)} WHERE ${searchCondition(search, typed, locale)} LIMIT 5`,
  )
  const found = queries.length > 0 ? await read(db, ...queries) : []
  return found.flatMap((rows, index) => {
    const resource = searched[index]?.resource
    return resource ? rows.map((row) => ({ resource, ...row })) : []
  })
}
