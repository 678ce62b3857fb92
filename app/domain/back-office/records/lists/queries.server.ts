import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { allOf, anyOf } from "~/db/statements/conditions"
import type { JsonText } from "~/db/statements/json"
import type { Locale } from "~/i18n/locales"
import { selectRowsWith, typedWords } from "../../../core/shared/text-queries.server"
import { type Action, type FilterOption, type IndexedSearch, inLocale, listColumns, type Resource } from "../resource"
import type { ListQuery, Value, Values } from "../schema"
import type { Place } from "./cursor"

export interface ListRow {
  id: string
  version: number
  title: string | null
  place: string | number
  [column: `c_${string}`]: Value
  [action: `a_${string}`]: number
  /** The title in a language; null where the record is not written in it. */
  [title: `t_${string}`]: string | null
  /** The member whose record it is, if asked for. */
  member_id?: string | null
  /** Values of the form that stand in the table itself, and those of its texts by language, if asked for. */
  plain?: JsonText<Values>
  texts?: JsonText<Record<string, Values | undefined>>
}

export const idOf = (resource: Resource) => resource.id ?? "r.id"
export const versionOf = (resource: Resource) => resource.version ?? "r.updated_at"

/** The acts that the reader may see on a record, as columns of 1 and 0. */
function actionColumns(actions: readonly Action[], locale: Locale): SQL[] {
  return actions.map(({ name, when }) => sql.raw(`(${inLocale(when, locale)}) AS "a_${name}"`))
}

/** The titles of a translated resource in some languages, as columns. */
function titleColumns({ texts, title }: Resource, languages: readonly Locale[], id: string): SQL[] {
  if (!texts) return []
  return languages.map((language) => {
    const isWritten = `EXISTS (SELECT 1 FROM ${texts.table} WHERE ${texts.key} = ${id} AND locale = '${language}')`
    return sql.raw(`iif(${isWritten}, ${inLocale(title, language)}, NULL) AS "t_${language}"`)
  })
}

/** Columns of a record's own values and of its texts by language, as JSON: the values of its form. */
export function formColumns({ fields = [], texts }: Resource): [plain: string, texts: string] {
  const object = (columns: string[], row: string) =>
    `json_object(${columns.map((column) => `'${column}', ${row}."${column}"`).join(", ")})`
  const namesOf = (isTranslated: boolean) =>
    fields.filter((field) => (field.isTranslated !== undefined) === isTranslated).map(({ name }) => name)
  const written = texts
    ? `(SELECT json_group_object(t.locale, ${object(namesOf(true), "t")}) FROM ${texts.table} AS t WHERE t.${texts.key} = r.id)`
    : "'{}'"
  return [`${object(namesOf(false), "r")} AS plain`, `${written} AS texts`]
}

interface PageBounds {
  place: Place | null
  isBackward: boolean
  limit: number
  locale: Locale
  acts: readonly Action[]
  /** The languages in which a translated resource's titles are read, beside the reader's own. */
  titles?: readonly Locale[]
  hasMembers?: true
  /** The values of each record's form are read as well. */
  hasValues?: boolean
}

/** The order of a page: of one sort and then of ids. */
interface Order {
  by: string
  id: string
  isDescending: boolean
  limit: number
}

/**
 * Selects a page of a list, after or before a place. The expressions are the resource's own; what the reader typed is
 * bound.
 */
export function selectPage(resource: Resource, { q, sort, filters }: PageQuery, page: PageBounds): SQL<ListRow> {
  const { place, limit, locale } = page
  const chosen = sortOf(resource, sort)
  const isDescending = chosen.isDescending !== page.isBackward
  const order: Order = { by: chosen.by, id: idOf(resource), isDescending, limit }
  const options = chosenOptions(resource, filters)
  const isAfter = place ? [afterPlace(order, place)] : []
  const holds = [...options.map((option) => filterCondition(option, order.id, locale)), ...isAfter]
  const conditions =
    q && resource.search
      ? [...holds, searchCondition(resource, resource.search, q, { locale, order, holds, most: maxFound })]
      : (pageOfOption(options, order, place) ?? holds)
  const cells = listColumns(resource).map(({ name, value }) => sql.raw(`${inLocale(value, locale)} AS "c_${name}"`))
  const columns = [
    sql.raw(`${order.id} AS id`),
    sql.raw(`${versionOf(resource)} AS version`),
    sql.raw(`${inLocale(resource.title, locale)} AS title`),
    sql.raw(`${order.by} AS place`),
    ...cells,
    ...(page.hasMembers && resource.member ? [sql.raw(`${resource.member} AS member_id`)] : []),
    ...titleColumns(resource, page.titles ?? [], order.id),
    ...(page.hasValues ? formColumns(resource).map((column) => sql.raw(column)) : []),
    ...actionColumns(page.acts, locale),
  ]
  return sql`SELECT ${sql.join(columns, sql`, `)} FROM ${fromOf(resource)}
    ${conditions.length > 0 ? sql`WHERE ${allOf(...conditions)}` : sql``}
    ${inOrder(order)}`
}

type PageQuery = Pick<ListQuery, "q" | "sort" | "filters">

const fromOf = ({ table, joins }: Resource) => sql.raw(`${table} AS r ${joins ?? ""}`)

/** Returns ORDER BY and LIMIT. */
function inOrder({ by, id, isDescending, limit }: Order): SQL {
  const direction = isDescending ? "DESC" : "ASC"
  const terms = by === id ? [id] : [by, id]
  return sql`ORDER BY ${sql.raw(terms.map((term) => `${term} ${direction}`).join(", "))} LIMIT ${limit}`
}

/** SQL condition of the records after a place. */
function afterPlace({ by, id, isDescending }: Order, place: Place): SQL {
  const follows = sql.raw(isDescending ? "<" : ">")
  if (by === id) return sql`${sql.raw(id)} ${follows} ${place.at}`
  return sql`(${sql.raw(by)}, ${sql.raw(id)}) ${follows} (${place.at}, ${place.id})`
}

function sortOf(resource: Resource, wanted: string): { name: string; by: string; isDescending: boolean } {
  const isReversed = wanted.startsWith("-")
  const sort = resource.sorts.find(({ name }) => name === wanted.replace(/^-/, "")) ?? resource.sorts[0]
  const isDescending = sort.isDescending === true
  return { name: sort.name, by: sort.by, isDescending: isReversed ? !isDescending : isDescending }
}

function chosenOptions(resource: Resource, chosen: Record<string, string>): FilterOption[] {
  return (resource.filters ?? []).flatMap(({ name, options }) => {
    const option = options.find(({ value }) => value === chosen[name])
    return option ? [option] : []
  })
}

/** SQL condition of a record that an option holds. */
function filterCondition(option: FilterOption, id: string, locale: Locale): SQL {
  if ("where" in option) return sql.raw(inLocale(option.where, locale))
  const { table, index, key, where = "true" } = option.among
  return sql.raw(`EXISTS (SELECT 1 FROM ${table} INDEXED BY ${index} WHERE ${key} = ${id} AND ${where})`)
}

/** SQL condition of the records on the page from the index of the list's one filter, if that has the list's order. */
function pageOfOption(options: FilterOption[], order: Order, place: Place | null): SQL[] | null {
  const [option, ...others] = options
  if (!option || others.length > 0 || !("among" in option) || order.by !== order.id) return null
  const { table, index, key, where = "true" } = option.among
  const keys = { ...order, by: key, id: key }
  const isAfter = place ? [afterPlace(keys, place)] : []
  return [
    sql`${sql.raw(order.id)} IN (SELECT DISTINCT ${sql.raw(`${key} FROM ${table} INDEXED BY ${index}`)}
      WHERE ${allOf(sql.raw(where), ...isAfter)} ${inOrder(keys)})`,
  ]
}

/** How many records are read of those that begin with what was typed in each column that is compared, or have its words. */
const maxFound = 100

interface Searched {
  locale: Locale
  order: Order
  /** Conditions of the list's records beside the search. */
  holds: readonly SQL[]
  /** How many are read of those that begin with what was typed. */
  most: number
}

/** SQL condition of the records that a search finds. */
function searchCondition(
  resource: Resource,
  search: string | IndexedSearch,
  typed: string,
  { locale, order, holds, most }: Searched,
): SQL {
  if (typeof search === "string") return bindTyped(search, typed, locale)
  const id = sql.raw(order.id)
  const exact = search.exact.map(
    (condition) => sql`SELECT ${id} FROM ${fromOf(resource)}
      WHERE ${allOf(bindTyped(condition, typed, locale), ...holds)} ${inOrder(order)}`,
  )
  const beginnings = (search.beginnings ?? []).map(
    (column) => sql`SELECT ${id} FROM ${selectBeginning(resource, column, typed, most)}`,
  )
  const worded = search.words
    ? [sql`SELECT ${id} FROM ${fromOf(resource)} WHERE r.rowid IN (${selectRowsWith(search.words, typed, most)})`]
    : []
  const found = [...exact, ...beginnings, ...worded].map((query) => sql`SELECT * FROM (${query})`)
  return sql`${id} IN (${sql.join(found, sql` UNION ALL `)})`
}

/** The rest of a query of the records whose column begins with what was typed, in the column's order. */
function selectBeginning(resource: Resource, column: string, typed: string, limit: number): SQL {
  const value = sql.raw(column)
  return sql`${fromOf(resource)} WHERE ${value} >= lower(${typed}) AND ${value} < lower(${typed}) || char(1114111)
    ORDER BY ${value} LIMIT ${limit}`
}

/**
 * Binds what was typed in place of each `?`, its text as the beginning of a LIKE pattern in place of `{prefix}`, and the
 * full-text query of its words in place of `{words}`.
 */
function bindTyped(expression: string, typed: string, locale: Locale): SQL {
  // D1 refuses patterns of more than 50 bytes.
  const pattern = `${typed.slice(0, 16).replace(/[\\%_]/g, "\\$&")}%`
  const values: Record<string, string> = { "?": typed, "{prefix}": pattern, "{words}": typedWords(typed) }
  const parts = inLocale(expression, locale).split(/(\?|\{prefix\}|\{words\})/)
  return sql.join(parts.map((part) => (part in values ? sql`${values[part]}` : sql.raw(part))))
}

/** Reads a page that `selectPage` returned: one round trip. */
export async function findPage(db: Database, page: SQL<ListRow>): Promise<ListRow[]> {
  const [rows] = await read(db, page)
  return rows
}

/** Reads a page, and whether more records are found by what was typed than are read: one round trip. */
export async function findSearchedPage(
  db: Database,
  resource: Resource,
  query: PageQuery,
  page: SQL<ListRow>,
): Promise<{ rows: ListRow[]; isIncomplete: boolean }> {
  const { beginnings = [], words = null } = typeof resource.search === "object" ? resource.search : {}
  const max = maxFound + 1
  const limited = [
    ...beginnings.map((column) => sql`SELECT 1 FROM ${selectBeginning(resource, column, query.q, max)}`),
    ...(words ? [selectRowsWith(words, query.q, max)] : []),
  ]
  if (query.q === "" || limited.length === 0) return { rows: await findPage(db, page), isIncomplete: false }
  const areMore = limited.map((found) => sql`(SELECT count(*) FROM (${found})) > ${maxFound}`)
  const [rows, [whole]] = await read(db, page, sql<{ are_more: number }>`SELECT ${anyOf(...areMore)} AS are_more`)
  return { rows, isIncomplete: whole?.are_more === 1 }
}

/** How many records of each resource the palette finds. */
const maxHits = 5

/** Finds records of several resources by what was typed, five of each at most: one round trip. */
export async function findHits(
  db: Database,
  resources: readonly Resource[],
  typed: string,
  locale: Locale,
): Promise<{ resource: Resource; id: string; title: string | null }[]> {
  const searched = resources.flatMap((resource) => (resource.search ? [{ resource, search: resource.search }] : []))
  const queries = searched.map(({ resource, search }) => {
    const { by } = resource.sorts[0]
    const order: Order = { by, id: idOf(resource), isDescending: false, limit: maxHits }
    const condition = searchCondition(resource, search, typed, { locale, order, holds: [], most: maxHits })
    return sql<{
      id: string
      title: string | null
    }>`SELECT ${sql.raw(`${order.id} AS id, ${inLocale(resource.title, locale)} AS title`)}
      FROM ${fromOf(resource)} WHERE ${condition} LIMIT ${maxHits}`
  })
  const found = queries.length > 0 ? await read(db, ...queries) : []
  return found.flatMap((rows, index) => {
    const resource = searched[index]?.resource
    return resource ? rows.map((row) => ({ resource, ...row })) : []
  })
}
