import type { TextIndex } from "~/db/search/name-search"
import { languageFirstSql } from "~/db/whole-texts"
import { defaultLocale, type Locale, locales } from "~/i18n/locales"
import type { FieldProblem } from "~/lib/field-problems"
import type { Permission } from "../../core/actor/roles"
import type { Ctx } from "../../core/context"
import type { Job } from "../../core/jobs"
import type { BadgeTone, ColumnKind, FieldKind, Text, Value } from "./schema"

/**
 * An SQL expression over the resource's row `r`, written by us, never by a reader. `{locale}` in it is replaced by the
 * reader's language, as a quoted text.
 */
type Expression = string

interface Column {
  name: string
  label: Text
  kind: ColumnKind
  value: Expression
  /** Returns what staff see of a value, also in exports: an address is masked. */
  show?: (value: Value) => Value
  /** Not shown until it is chosen. */
  isHidden?: true
  /** Shown on the record's page alone, neither in lists nor in exports. */
  isOnRecordOnly?: true
  badges?: Record<string, { label: Text; tone: BadgeTone }>
}

interface Sort {
  /** A column's name, whose head then sorts; or any other name. */
  name: string
  /** Never null, and the beginning of an index that ends with the id. */
  by: Expression
  isDescending?: true
  /** Ignored with a filter: no index covers both. */
  isUnfiltered?: true
}

interface Filter {
  name: string
  label: Text
  options: readonly FilterOption[]
}

/** Of a large table, `where` is the beginning of an index that ends with the id. */
export type FilterOption = { value: string; label: Text } & ({ where: Expression } | { among: Among })

/** The records whose ids are in a column of a table, read by an index that begins with it. */
interface Among {
  table: string
  index: string
  key: string
  where?: Expression
}

/** How a large table is searched: each part by an index, and a page's worth of rows of each. `?` is what was typed. */
export interface IndexedSearch {
  /** Conditions; those that many records may match are the beginning of an index that ends with the id. */
  exact: readonly Expression[]
  /** Columns whose values are searched by their beginning, compared in lower case: the first 100 of each are found. */
  beginnings?: readonly Expression[]
  /** The index of the words of the table's rows: 100 that have all the words typed, or their beginnings, are found. */
  words?: TextIndex
}

export interface Field {
  /** The column of the table, or of its texts if it is translated. */
  name: string
  label: Text
  hint?: Text
  kind: FieldKind
  /** `all`: every language must have it; `some`: at least one. */
  isTranslated?: "all" | "some"
  isOptional?: true
  /** Shown, and never written after the record was created. */
  isFixed?: true
  /** The longest text, or the largest number. */
  max?: number
  /** The smallest number: 0 unless it says another. */
  min?: number
  /** Returns what is wrong with a value that its kind allows, or null. */
  check?: (value: Value) => FieldProblem | null
  options?: readonly { value: string; label: Text }[]
  /** `SELECT value, label` of a select's options. */
  optionsFrom?: Expression
}

export interface Action {
  name: string
  label: Text
  /** The toast after it, with `{{count}}`. */
  done: Text
  isDanger?: true
  needsReason?: true
  permission?: Permission
  /** The act that undoes it. */
  undo?: string
  /** A record allows it where this holds. */
  when: Expression
  /** Sets columns to constants, guarded by `when`; or runs a function of the domain for each record. */
  set?: Record<string, string | number | null>
  run?: (ctx: Ctx, id: string, reason: string | null) => Promise<void>
}

/** A kind of record that the back office lists, shows and edits: everything else follows from this description (docs/back-office.md). */
export interface Resource {
  /** In addresses: `/dashboard/admin/{name}`, `/api/admin/{name}`. */
  name: string
  one: Text
  many: Text
  read: Permission
  write?: Permission
  /** Where the navigation lists it. */
  group: "records" | "site" | "office"
  /** The table, which has `id`, `created_at` and `updated_at`. */
  table: string
  /** The joined tables of the list: `JOIN users AS u ON u.id = r.user_id`. */
  joins?: string
  /** The id's expression; by default `r.id`. */
  id?: Expression
  /** When it last changed; by default `r.updated_at`. */
  version?: Expression
  /** When it was created; by default `r.created_at`. */
  createdAt?: Expression
  texts?: { table: string; key: string }
  title: Expression
  columns: readonly Column[]
  filters?: readonly Filter[]
  /** The first is the default. */
  sorts: readonly [Sort, ...Sort[]]
  /** A condition of what was typed: `?` is its text, `{prefix}` a LIKE pattern of what begins with it, `{words}` the full-text query of its words. */
  search?: Expression | IndexedSearch
  fields?: readonly Field[]
  acts?: readonly Action[]
  mayCreate?: true
  /** Columns of a new record that its form does not have. */
  initial?: Record<string, string | number>
  mayDelete?: true
  /** The job that each save enqueues. Best effort: the cron must requeue a lost one. */
  afterSave?: (id: string) => Job
  /** Its records belong to one of these: its page links to the list of those that its id finds. */
  related?: { label: Text; resource: string }
  /** A page of what the table no longer has: its list links there. */
  archive?: { label: Text; path: string }
  /** No list of it leaves the back office: it has contacts of people (trust-safety, "Do not build"). */
  isNotExported?: true
  /** The member whose record it is, for the lines that members read of exports: an expression over `r`, null for nobody. */
  member?: Expression
  /** Records have places, in this column, that staff change. */
  position?: string
  /** A change of the slug leaves a redirect of this kind (`catalog_redirects`). */
  redirects?: "city" | "category" | "service"
  publicPath?: Expression
  /** Its operations are written by hand: they return more than columns. */
  hasOwnApi?: true
  /** Its rows open this page instead of the kit's own. */
  page?: (id: string) => string
}

export function defineResource(resource: Resource): Resource {
  return resource
}

/** The text of a language, else of another one: an expression over the texts of `r`. */
export function localText(texts: { table: string; key: string }, column: string, row = "r.id"): Expression {
  return `(SELECT ${column} FROM ${texts.table} WHERE ${texts.key} = ${row} ORDER BY ${languageFirstSql("{locale}")} LIMIT 1)`
}

/** A condition of the records of which a text has all the words typed (`searchedTexts`), for `search`. */
export function hasWords(texts: { table: string; key: string }): Expression {
  const index = `search_${texts.table}`
  return `r.id IN (SELECT t.${texts.key} FROM ${index} AS w JOIN ${texts.table} AS t ON t.rowid = w.rowid WHERE ${index} MATCH {words})`
}

/** The name of a value in the reader's language: an expression over a column. */
export function caseOf(column: string, names: Record<string, Text>): Expression {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
  const branches = Object.entries(names).map(([value, text]) => {
    const others = locales.flatMap(({ code }) =>
      text[code] === text[defaultLocale] ? [] : [`WHEN '${code}' THEN ${quote(text[code])}`],
    )
    const shown = quote(text[defaultLocale])
    return `WHEN ${quote(value)} THEN ${others.length > 0 ? `CASE {locale} ${others.join(" ")} ELSE ${shown} END` : shown}`
  })
  return `CASE ${column} ${branches.join(" ")} ELSE ${column} END`
}

/** The languages that a record has texts in, as `en,fr`. */
export function languagesOf(texts: { table: string; key: string }): Expression {
  return `coalesce((SELECT group_concat(locale) FROM ${texts.table} WHERE ${texts.key} = r.id), '')`
}

/** Whether files of this resource are read: whatever an import creates can be deleted again. */
export const isImported = ({ mayCreate, mayDelete }: Resource) => mayCreate === true && mayDelete === true

/** The columns of lists and exports. */
export function listColumns(resource: Resource): Column[] {
  return resource.columns.filter(({ isOnRecordOnly }) => !isOnRecordOnly)
}

/** Returns the cells of a row as staff see them. */
export function shownCells(columns: readonly Column[], cellOf: (name: string) => Value): Record<string, Value> {
  return Object.fromEntries(columns.map(({ name, show }) => [name, show ? show(cellOf(name)) : cellOf(name)]))
}

export function inLocale(expression: Expression, locale: Locale): Expression {
  return expression.replaceAll("{locale}", `'${locale}'`)
}
