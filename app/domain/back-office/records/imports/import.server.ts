import * as z from "zod"
import { write } from "~/db/client.server"
import { always } from "~/db/statements/conditions"
import { parseJson } from "~/db/statements/json"
import { requireStaff } from "~/domain/core/actor/guards"
import { auditEntry } from "~/domain/core/audit/entries.server"
import type { Ctx } from "~/domain/core/context"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { byteOrderMark, csvLine } from "../../../core/shared/csv"
import { writeEachRecord } from "../records/each-record.server"
import { changeOf, creationOf } from "../records/statements.server"
import { constraintOf, requireWrite } from "../records/writes"
import { isImported, type Resource } from "../resource"
import { fileColumns, headOf, headOfName, idName } from "./columns"
import { namesIn, type Plan, type PlannedRow, planRows } from "./plan.server"
import { type FileRow, readFile } from "./read-file.server"
import { type ImportPreview, type ImportResult, maxImportBytes, maxImportRows, type RefusedRow } from "./schema"

/** Records of one batch: some two hundred statements. */
const batchLength = 25

/** The rows that a preview showed as new or changed. The version is that of the record that was read; null for a new one. */
const SentRows = z.object({
  names: z.array(z.string().max(64)).max(100),
  rows: z
    .array(
      z.object({
        row: z.number().int(),
        id: z.string().max(64).nullable(),
        version: z.number().int().nullable(),
        cells: z.array(z.string()).max(100),
      }),
    )
    .min(1)
    .max(maxImportRows),
})

/** Returns the member of staff who may import. Throws what `requireStaffProof` does, and `request.not_found`. */
function requireImport(ctx: Ctx, resource: Resource) {
  const staff = requireWrite(ctx, resource)
  if (!isImported(resource)) throw new AppError("request.not_found")
  return staff
}

/**
 * Returns what a file would do, and writes nothing; or the sentence of why the file is not read. Throws what
 * `requireStaffProof` does, `request.not_found`, and `validation.failed` for a file that is too large.
 */
export async function previewImport(
  ctx: Ctx,
  resource: Resource,
  bytes: Uint8Array,
): Promise<ImportPreview | { sentence: string }> {
  requireImport(ctx, resource)
  if (bytes.length > maxImportBytes) throw new AppError("validation.failed", { fields: { file: ["file_size"] } })
  const t = translator(ctx.locale, "admin-import")
  const file = readFile(resource, bytes)
  if ("problem" in file) return { sentence: t(`file.${file.problem}`, file.values) }
  const plan = await planRows(ctx, resource, file.rows)
  const uneven = file.uneven.map((row): RefusedRow => ({ row, column: null, sentence: t("row.uneven") }))
  return {
    rows: plan.planned.map(({ row, title, record, changed }) => ({
      row,
      title,
      isNew: record === null,
      changed: changed.map((name) => headOfName(resource, name, ctx.locale)),
    })),
    same: plan.same.length,
    refused: inOrder([...plan.refused, ...uneven]),
    unread: file.unread,
    rowsToSend: JSON.stringify(rowsToSend(resource, file.rows, plan)),
  }
}

const inOrder = (rows: RefusedRow[]) => rows.toSorted((one, other) => one.row - other.row)

function rowsToSend(resource: Resource, rows: readonly FileRow[], plan: Plan): z.infer<typeof SentRows> {
  const names = namesIn(resource, rows)
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]))
  return {
    names,
    rows: plan.planned.map(({ row, record }) => ({
      row,
      id: record?.id ?? null,
      version: record?.version ?? null,
      cells: names.map((name) => cellsOf.get(row)?.[name] ?? ""),
    })),
  }
}

/**
 * Imports the rows that a preview showed, which the form sent again: each is checked as in the preview, and written in
 * the version that was shown. A row that is refused refuses only itself. Throws what `requireStaffProof` does,
 * `request.not_found`, and `request.malformed` for what no preview has made.
 */
export async function importRows(ctx: Ctx, resource: Resource, sent: string): Promise<ImportResult> {
  const { user } = requireImport(ctx, resource)
  const { names, rows } = readSent(sent)
  const shown = new Map(rows.map((one) => [one.row, one]))
  if (shown.size < rows.length) throw new AppError("request.malformed")
  const plan = await planRows(
    ctx,
    resource,
    rows.map(({ row, cells }) => ({
      row,
      cells: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])),
    })),
  )
  const isAsShown = ({ row, record }: PlannedRow) => {
    const { id = null, version = null } = shown.get(row) ?? {}
    return (record?.id ?? null) === id && (record?.version ?? null) === version
  }
  const due = plan.planned.filter(isAsShown)
  const t = translator(ctx.locale, "admin-import")
  const overtaken = [...plan.planned.filter((one) => !isAsShown(one)).map(({ row }) => row), ...plan.same]
  const refused = [...plan.refused, ...overtaken.map((row) => ({ row, column: null, sentence: t("row.overtaken") }))]
  if (due.length === 0) return { created: 0, changed: 0, refused: inOrder(refused) }

  const counts = {
    created: due.filter(({ record }) => !record).length,
    refused: new Set(refused.map(({ row }) => row)).size,
  }
  const details = { rows: rows.length, changed: due.length - counts.created, ...counts }
  // Written before the rows: an import that is cut off has its entry, and a repeated request stops here.
  const target = { kind: resource.name, id: "list" }
  await write(ctx.db, [auditEntry(ctx, { action: `${resource.name}.import`, target, details }, always)])
  const result: ImportResult = { created: 0, changed: 0, refused }
  for (let first = 0; first < due.length; first += batchLength)
    await writeBatch(ctx, resource, { rows: due.slice(first, first + batchLength), staffId: user.id, result })
  return { ...result, refused: inOrder(result.refused) }
}

function readSent(sent: string): z.infer<typeof SentRows> {
  try {
    return parseJson(SentRows, sent)
  } catch (cause) {
    throw new AppError("request.malformed", { cause })
  }
}

/** Writes some of the rows, and adds them to the result. */
async function writeBatch(
  ctx: Ctx,
  resource: Resource,
  { rows, staffId, result }: { rows: readonly PlannedRow[]; staffId: string; result: ImportResult },
): Promise<void> {
  const byId = new Map(rows.map((one) => [one.record?.id ?? newId(ctx.now()), one]))
  const { done, failed } = await writeEachRecord(ctx, resource, [...byId.keys()], {
    statementsOf: (id) => {
      const one = byId.get(id)
      if (!one) return null
      const { record, values } = one
      return record
        ? changeOf(ctx, resource, { before: record, staffId }, values).statements
        : creationOf(ctx, resource, { id, staffId }, values)
    },
    counted: 0,
    refusalOf: (error) => {
      const constraint = constraintOf(error, resource)
      if (constraint === null) return null
      return constraint === "reference" ? "resources.parent_missing" : "resources.slug_taken"
    },
  })
  const sentence = translator(ctx.locale, "errors")
  for (const { id, code } of failed) {
    const row = byId.get(id)?.row ?? 0
    result.refused.push({ row, column: null, sentence: sentence(code) })
  }
  const changed = done.filter((id) => byId.get(id)?.record)
  result.changed += changed.length
  result.created += done.length - changed.length
  ctx.announceSaved(resource.name, changed)
  const { afterSave } = resource
  if (afterSave) for (const id of changed) ctx.enqueueJob(afterSave(id))
}

/** Returns a file without rows: the heads of a resource's columns. Throws what `requireStaff` does, and `request.not_found`. */
export function emptyFile(ctx: Ctx, resource: Resource): string {
  requireStaff(ctx, resource.read)
  if (!isImported(resource)) throw new AppError("request.not_found")
  const heads = [idName, ...fileColumns(resource).map((column) => headOf(column, ctx.locale))]
  return byteOrderMark + csvLine(heads, ctx.locale)
}
