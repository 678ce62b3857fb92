import { write } from "~/db/client.server"
import { always } from "~/db/statements/conditions"
import { trustedJson } from "~/db/statements/json"
import { requireStaff, requireStaffProof } from "~/domain/core/actor/guards"
import { auditEntry } from "~/domain/core/audit/entries.server"
import { attributeRead } from "~/domain/core/audit/queries.server"
import type { Ctx } from "~/domain/core/context"
import { type Locale, locales } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { DAY, MINUTE } from "~/lib/time"
import { byteOrderMark, csvAmount, csvLine } from "../../../core/shared/csv"
import { forEachItem, type Place, placeAfter } from "../../../core/shared/lane"
import { maskAddresses } from "../../../mail/redaction"
import { officeExports } from "../../../privacy/files.server"
import { cellOfValue } from "../imports/cell-values"
import { fileColumns, headOf } from "../imports/columns"
import { decodePlace, encodePlace } from "../lists/cursor"
import { findPage, type ListRow, selectPage } from "../lists/queries.server"
import { findOptions, valuesOf } from "../records/queries.server"
import { isImported, listColumns, type Resource, shownCells } from "../resource"
import type { ExportFile, ListQuery, Options, Value } from "../schema"
import * as queries from "./queries.server"

/** Unfinished exports that a member of staff may have. */
const maxOpen = 3
/** Rows of one run of the job: what fits into a Worker's memory and time. */
const runLength = 2_000
const lifetime = 7 * DAY
const stuckAfter = 5 * MINUTE

const prefixOf = (id: string) => `${officeExports}${id}/`

/** The list's query as an export's row stores it. */
interface StoredQuery {
  query: Omit<ListQuery, "cursor">
  locale: Locale
}

/** Throws `request.not_found` for a resource whose lists do not leave the back office. */
function requireExported({ isNotExported }: Resource): void {
  if (isNotExported) throw new AppError("request.not_found")
}

/**
 * Starts to write a list as CSV in the background, and returns its id. Throws what `requireStaffProof` does,
 * `request.not_found` for a list that is not exported, and `resources.exports_full` while three are unfinished.
 */
export async function startExport(ctx: Ctx, resource: Resource, query: ListQuery): Promise<string> {
  const { user } = requireStaffProof(ctx, resource.read)
  requireExported(resource)
  const id = newId(ctx.now())
  const { q, sort, filters } = query
  const stored: StoredQuery = { query: { q, sort, filters }, locale: ctx.locale }
  const row = { id, resource: resource.name, query: JSON.stringify(stored), staffId: user.id, at: ctx.now() }
  const chosen = Object.entries(filters).map((filter) => filter.join("="))
  const details = { sort, q: maskAddresses(q), filters: chosen }
  const [changes] = await write(ctx.db, [
    queries.insertExport(ctx.db, row, maxOpen),
    auditEntry(ctx, { action: `${resource.name}.export`, target: { kind: "export", id }, details }),
  ])
  if (changes === 0) throw new AppError("resources.exports_full")
  ctx.enqueueJob({ kind: "resource_export", exportId: id })
  return id
}

/** Returns the reader's own latest exports of a resource. Throws what `startExport` does without a proof. */
export async function listExports(ctx: Ctx, resource: Resource): Promise<ExportFile[]> {
  const { user } = requireStaff(ctx, resource.read)
  requireExported(resource)
  const rows = await queries.findExportsOf(ctx.db, user.id, resource.name)
  return rows.map(({ id, state, rows, createdAt }) => ({ id, resource: resource.name, state, rows, createdAt }))
}

/**
 * Returns the reader's own finished file, and records that they took it. Throws what `requireStaff` does, and
 * `request.not_found`.
 */
export async function openExport(ctx: Ctx, resource: Resource, id: string): Promise<ReadableStream<Uint8Array>> {
  const { user } = requireStaff(ctx, resource.read)
  requireExported(resource)
  const row = await queries.findExport(ctx.db, id)
  if (row?.staffId !== user.id || row.resource !== resource.name || row.state !== "done")
    throw new AppError("request.not_found")
  const parts = (await ctx.files.list(prefixOf(id))).map(({ key }) => key).toSorted()
  // An erasure of somebody deleted it, or what was written until then.
  if (parts.length !== Math.floor(row.rows / runLength) + 1) throw new AppError("request.not_found")
  await auditEntry(ctx, { action: `${resource.name}.download`, target: { kind: "export", id } }, always)
  return joined(ctx, parts)
}

/** Returns files as one, each read when its turn comes. */
function joined(ctx: Pick<Ctx, "files">, keys: readonly string[]): ReadableStream<Uint8Array> {
  async function* chunks() {
    for (const key of keys) {
      const file = await ctx.files.read(key)
      if (!file) throw new Error(`A part of an export is missing: ${key}`)
      for await (const chunk of file.body as unknown as AsyncIterable<Uint8Array>) yield chunk
    }
  }
  const iterator = chunks()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

/**
 * Writes the next rows of an export as a part of its file, and enqueues the rest. Safe to repeat: a part is named by
 * the row that it begins with. `resource` is the export's own.
 */
export async function runExport(ctx: Ctx, id: string, find: (name: string) => Resource | undefined): Promise<void> {
  const row = await queries.findExport(ctx.db, id)
  if (!row || row.state === "done" || row.state === "failed") return
  const resource = find(row.resource)
  if (!resource || resource.isNotExported) return
  const { query, locale } = trustedJson<StoredQuery>(row.query)
  const place = row.cursor ? decodePlace(row.cursor).place : null
  const titleLocales = resource.texts && !isImported(resource) ? locales.map(({ code }) => code) : []
  const page = selectPage(resource, query, {
    place,
    isBackward: false,
    limit: runLength,
    locale,
    acts: [],
    titles: titleLocales,
    hasMembers: true,
    hasValues: isImported(resource),
  })
  const found = await findPage(ctx.db, page)
  if (row.staffId && resource.member) {
    const entry = { actorId: row.staffId, action: `${resource.name}.export`, targetKind: "export", targetId: id }
    const memberIds = found.flatMap(({ member_id }) => member_id ?? [])
    await write(ctx.db, [attributeRead(entry, { memberIds, since: row.createdAt })])
  }
  const table = isImported(resource)
    ? tableOfValues(resource, locale, await findOptions(ctx.db, resource, locale))
    : tableOfList(resource, locale)
  const head = row.rows === 0 ? byteOrderMark + csvLine(["id", ...table.heads], locale) : ""
  const lines = found.map((one) => csvLine([one.id, ...table.cellsOf(one)], locale))
  const file = await ctx.files.write(
    `${prefixOf(id)}${String(row.rows).padStart(9, "0")}.csv`,
    "text/csv; charset=utf-8",
  )
  await file.write(new TextEncoder().encode(head + lines.join("")))
  await file.close()
  const last = found.at(-1)
  const isDone = found.length < runLength || !last
  const to = {
    state: isDone ? ("done" as const) : ("running" as const),
    cursor: last ? encodePlace({ at: last.place, id: last.id }, false) : row.cursor,
    rows: row.rows + found.length,
  }
  const hasAdvanced = await queries.advanceExport(ctx.db, row, to, ctx.now())
  if (hasAdvanced && !isDone) ctx.enqueueJob({ kind: "resource_export", exportId: id })
}

/** Columns of a file, and the cells of a row in them, beside its id. */
interface FileTable {
  heads: string[]
  cellsOf: (row: ListRow) => Value[]
}

/** Returns the columns of a list, after the titles in each language. */
function tableOfList(resource: Resource, locale: Locale): FileTable {
  const languages = resource.texts ? locales : []
  const title = resource.one[locale]
  const list = tableOfColumns(listColumns(resource), locale)
  return {
    heads: [...(resource.texts ? languages.map(({ name }) => `${title} (${name})`) : [title]), ...list.heads],
    cellsOf: (row) => [
      ...(resource.texts ? languages.map(({ code }) => row[`t_${code}`] ?? null) : [row.title]),
      ...list.cellsOf(row),
    ],
  }
}

/** Returns the columns that an import reads, and those of the list that they lack. */
function tableOfValues(resource: Resource, locale: Locale, options: Options): FileTable {
  const values = fileColumns(resource)
  const heads = values.map((column) => headOf(column, locale))
  const shown = values.map(({ field }) => `r.${field.name}`)
  const list = tableOfColumns(
    listColumns(resource).filter(({ label, value }) => !heads.includes(label[locale]) && !shown.includes(value)),
    locale,
  )
  return {
    heads: [...heads, ...list.heads],
    cellsOf: (row) => {
      const own = valuesOf(resource, { plain: row.plain ?? "{}", texts: row.texts ?? "{}" })
      const cells = values.map(({ field, name }) => cellOfValue(field, own[name] ?? null, locale, options))
      return [...cells, ...list.cellsOf(row)]
    },
  }
}

function tableOfColumns(columns: ReturnType<typeof listColumns>, locale: Locale): FileTable {
  return {
    heads: columns.map(({ label }) => label[locale]),
    cellsOf: (row) => {
      const cells = shownCells(columns, (name) => row[`c_${name}`] ?? null)
      return columns.map(({ name, kind }) => cellOf(cells[name], kind, locale))
    },
  }
}

/** Times are ISO 8601 in a file, which is read in any time zone, and amounts are in units. */
function cellOf(value: string | number | null | undefined, kind: string, locale: Locale) {
  if (value === null || value === undefined) return null
  if (kind === "money") return csvAmount(Number(value), locale)
  return kind === "time" && typeof value === "number" && value > 0 ? new Date(value).toISOString() : value
}

/** Marks an export as failed, after its job's last attempt. */
export async function failExport(ctx: Ctx, id: string): Promise<void> {
  const row = await queries.findExport(ctx.db, id)
  if (row) await queries.advanceExport(ctx.db, row, { state: "failed", cursor: row.cursor, rows: row.rows }, ctx.now())
}

const sweptAtOnce = 50

/** Enqueues the jobs of exports that stopped. For the cron. */
export async function requeueExports(ctx: Pick<Ctx, "db" | "now" | "enqueueJob">, place: Place = null): Promise<Place> {
  const stuck = await queries.findStuckExports(ctx.db, ctx.now() - stuckAfter, place ?? "", sweptAtOnce)
  for (const id of stuck) ctx.enqueueJob({ kind: "resource_export", exportId: id })
  return placeAfter(stuck, sweptAtOnce, (id) => id)
}

/** Deletes exports and their files after a week. For the cron. */
export async function sweepExports(
  ctx: Pick<Ctx, "db" | "now" | "files" | "logError">,
  place: Place = null,
): Promise<Place> {
  const old = await queries.findOldExports(ctx.db, ctx.now() - lifetime, place ?? "", sweptAtOnce)
  await forEachItem(
    ctx,
    old,
    (id) => id,
    async (id) => {
      const parts = await ctx.files.list(prefixOf(id))
      await ctx.files.delete(parts.map(({ key }) => key))
      await queries.deleteExports(ctx.db, [id])
    },
  )
  return placeAfter(old, sweptAtOnce, (id) => id)
}
