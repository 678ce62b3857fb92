import type { Ctx } from "~/domain/core/context"
import { translator } from "~/i18n/i18n.server"
import { type Locale, locales } from "~/i18n/locales"
import { fieldProblems } from "~/lib/field-problems"
import { tidyLine } from "../../../core/shared/text"
import { type FoundRecord, findOptions, findRecords, valuesOf } from "../records/queries.server"
import { changedNames, formSchema, titleOf, valueName } from "../records/values"
import type { Field, Resource } from "../resource"
import type { Values } from "../schema"
import { formValues, type OptionsByLocale } from "./cell-values"
import { fileColumns, headOfName, idName, keyField } from "./columns"
import { findByKeys } from "./queries.server"
import type { FileRow } from "./read-file.server"
import type { RefusedRow } from "./schema"

/** A row that creates a record, or changes one. */
export interface PlannedRow {
  row: number
  /** The record as it is now; null for a new one. */
  record: FoundRecord | null
  values: Values
  title: string
  /** Names of the values that change. */
  changed: string[]
}

export interface Plan {
  planned: PlannedRow[]
  /** Rows that are like their records already. */
  same: number[]
  refused: RefusedRow[]
}

/** A record that a row is about: null for a new one, or the key of why it cannot be known. */
type Match = { record: FoundRecord | null } | { problem: "id_unknown" | "ambiguous" }

/**
 * Returns what rows of a file would do to the records that exist now, by the schema of the resource's own form. A row is
 * about the record of its id, else of its slug or its first text, else it is a new one. Writes nothing.
 */
export async function planRows(ctx: Ctx, resource: Resource, rows: readonly FileRow[]): Promise<Plan> {
  const t = translator(ctx.locale, "admin-import")
  const sentence = translator(ctx.locale, "errors")
  const [matchOf, options] = await Promise.all([findMatches(ctx, resource, rows), readOptions(ctx, resource)])
  const schemas = { new: formSchema(resource, true), present: formSchema(resource, false) }
  const plan: Plan = { planned: [], same: [], refused: [] }
  /** The row that each record and each key of a new one was first seen in. */
  const seen = new Map<string, number>()

  for (const { row, cells } of rows) {
    const refuse = (name: string | null, text: string) =>
      plan.refused.push({ row, column: name && headOfName(resource, name, ctx.locale), sentence: text })
    const match = matchOf(cells)
    if ("problem" in match) {
      refuse(match.problem === "id_unknown" ? idName : null, t(`row.${match.problem}`))
      continue
    }
    const { record } = match
    const present = record && valuesOf(resource, record)
    const { values: typed, wrong } = formValues(resource, present, cells, options)
    if (wrong.length > 0) {
      for (const name of wrong) refuse(name, t("row.option_unknown"))
      continue
    }
    const parsed = (record ? schemas.present : schemas.new).safeParse(typed)
    if (!parsed.success) {
      for (const [name, problems] of Object.entries(fieldProblems(parsed.error)))
        refuse(name, problems.map((problem) => sentence(`fields.${problem}`)).join(" "))
      continue
    }
    const values = parsed.data
    const keys = claimedKeys(resource, record, values)
    const former = keys.flatMap((key) => seen.get(key) ?? [])[0]
    if (former !== undefined) {
      refuse(null, t("row.twice", { row: former }))
      continue
    }
    for (const key of keys) seen.set(key, row)
    if (isTaken(resource, matchOf, values, record)) {
      refuse("slug", sentence("fields.value_taken"))
      continue
    }
    const changed = present ? changedNames(present, values) : []
    const title = titleOf(resource, values, ctx.locale) ?? record?.title ?? ""
    if (record && changed.length === 0) plan.same.push(row)
    else plan.planned.push({ row, record, values, title, changed })
  }
  return plan
}

/** Returns the options of the selects that stand in the database, in each language. */
async function readOptions(ctx: Ctx, resource: Resource): Promise<OptionsByLocale> {
  const found = await Promise.all(locales.map(({ code }) => findOptions(ctx.db, resource, code)))
  return Object.fromEntries(locales.map(({ code }, index) => [code, found[index] ?? {}])) as OptionsByLocale
}

/** The keys of a row's cells or values, each with its language. */
function keysIn(field: Field, cells: Readonly<Record<string, unknown>>): { locale: Locale | null; key: string }[] {
  const languages = field.isTranslated ? locales.map(({ code }) => code) : [null]
  return languages.flatMap((locale) => {
    const key = tidyLine(String(cells[valueName(field, locale ?? "")] ?? ""))
    return key === "" ? [] : [{ locale, key }]
  })
}

/** Returns what no other row of the file may be about: a record, and a slug or, of a new record, its texts. */
function claimedKeys(resource: Resource, record: FoundRecord | null, values: Values): string[] {
  const field = keyField(resource)
  const isClaimed = field && (!record || field.kind === "slug")
  const keys = isClaimed ? keysIn(field, values).map(({ locale, key }) => `${locale ?? "key"} ${key}`) : []
  return record ? [`id ${record.id}`, ...keys] : keys
}

/** Reads the records that rows are about, and returns a function that finds a row's. Two round trips. */
async function findMatches(ctx: Ctx, resource: Resource, rows: readonly FileRow[]) {
  const field = keyField(resource)
  const keys = field ? rows.flatMap(({ cells }) => keysIn(field, cells)) : []
  const keyed = field ? await findByKeys(ctx.db, resource, field, [...new Set(keys.map(({ key }) => key))]) : []
  const named = rows.flatMap(({ cells }) => (cells[idName] ?? "").trim() || [])
  const ids = [...new Set([...named, ...keyed.map(({ id }) => id)])]
  const records = new Map((await findRecords(ctx.db, resource, ids, ctx.locale)).map((record) => [record.id, record]))
  return (cells: Readonly<Record<string, unknown>>): Match => {
    const id = String(cells[idName] ?? "").trim()
    if (id !== "") {
      const record = records.get(id)
      return record ? { record } : { problem: "id_unknown" }
    }
    const wanted = field ? keysIn(field, cells) : []
    const found = keyed.filter((one) => wanted.some(({ key, locale }) => one.key === key && one.locale === locale))
    const [first, ...others] = new Set(found.map((one) => one.id))
    if (others.length > 0) return { problem: "ambiguous" }
    return { record: (first !== undefined && records.get(first)) || null }
  }
}

/** Whether another record has the slug that a row gives. */
function isTaken(
  resource: Resource,
  matchOf: (cells: Values) => Match,
  values: Values,
  record: FoundRecord | null,
): boolean {
  if (keyField(resource)?.kind !== "slug") return false
  const owner = matchOf({ slug: values.slug ?? null })
  return "record" in owner && owner.record !== null && owner.record.id !== record?.id
}

/** Returns the names of the columns that these rows have, in the order of the resource's files. */
export function namesIn(resource: Resource, rows: readonly FileRow[]): string[] {
  const [first] = rows
  return [idName, ...fileColumns(resource).map(({ name }) => name)].filter((name) => first && name in first.cells)
}
