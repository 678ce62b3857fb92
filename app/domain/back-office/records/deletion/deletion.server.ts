import { write } from "~/db/client.server"
import { trustedJson } from "~/db/statements/json"
import { requireStaff } from "~/domain/core/actor/guards"
import { auditEntry } from "~/domain/core/audit/entries.server"
import { changedRow } from "~/domain/core/audit/queries.server"
import type { Ctx } from "~/domain/core/context"
import type { Locale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { uniqueIds } from "../actions/selection"
import { decodePlace, encodePlace } from "../lists/cursor"
import { type Statement, writeEachRecord } from "../records/each-record.server"
import * as records from "../records/queries.server"
import { titleOf } from "../records/values"
import { attempt, constraintOf, requireWrite } from "../records/writes"
import type { Resource } from "../resource"
import type { ActionResult, DeletedPage, DeletedRecord } from "../schema"
import * as queries from "./deletion-queries.server"

const pageLength = 50

/**
 * Deletes a record in the version that was seen; its history remains, and it can be restored. Throws what
 * `requireStaffProof` does, `request.not_found`, `conflict.changed`, and `resources.in_use` while others refer to it.
 */
export async function removeRecord(ctx: Ctx, resource: Resource, id: string, version: number): Promise<void> {
  requireRemoval(ctx, resource)
  const found = await records.findRecord(ctx.db, { resource, id, locale: ctx.locale })
  if (!found) throw new AppError("request.not_found")
  const [, changes] = await attempt(resource, () => write(ctx.db, removal(ctx, resource, { ...found, version })))
  if (changes === 0) throw new AppError("conflict.changed")
}

/**
 * Deletes several records, each by itself: those that others refer to, or that changed meanwhile, are named with their
 * error's code. Throws what `requireStaffProof` does.
 */
export async function removeRecords(ctx: Ctx, resource: Resource, ids: readonly string[]): Promise<ActionResult> {
  requireRemoval(ctx, resource)
  const unique = uniqueIds(ids)
  const found = await records.findRecords(ctx.db, resource, unique, ctx.locale)
  const result = await writeEachRecord(ctx, resource, unique, {
    statementsOf: (id) => {
      const record = found.find((one) => one.id === id)
      return record ? removal(ctx, resource, record) : null
    },
    counted: 1,
    refusalOf: (error) => (constraintOf(error, resource) === "reference" ? "resources.in_use" : null),
  })
  ctx.announceSaved(resource.name, result.done)
  return result
}

function requireRemoval(ctx: Ctx, resource: Resource) {
  requireWrite(ctx, resource)
  if (!resource.mayDelete) throw new AppError("request.not_found")
}

/** Returns the statements that delete a record in a version: its revision first, then the row. */
function removal(ctx: Ctx, resource: Resource, found: records.FoundRecord): Statement[] {
  const { id, version, created_at: createdAt, position } = found
  const at = ctx.now()
  const revision = {
    id: newId(at),
    recordId: id,
    values: records.valuesOf(resource, found),
    at,
    staffId: requireWrite(ctx, resource).user.id,
    deletion: JSON.stringify({ createdAt, position } satisfies queries.Deletion),
  }
  return [
    records.insertRevision(ctx.db, resource, revision, queries.isVersion(resource, id, version)),
    queries.deleteRecord(resource, id, version),
    auditEntry(ctx, { action: `${resource.name}.delete`, target: { kind: resource.name, id } }),
  ]
}

/** Returns a page of the records that were deleted, newest first. Throws what `requireStaff` does, and `cursor.invalid`. */
export async function listDeleted(ctx: Ctx, resource: Resource, cursor: string | null): Promise<DeletedPage> {
  requireStaff(ctx, resource.read)
  if (!resource.mayDelete) throw new AppError("request.not_found")
  const before = cursor === null ? null : decodePlace(cursor).place.id
  const rows = await queries.findDeletions(ctx.db, resource, before, pageLength + 1)
  const shown = rows.slice(0, pageLength)
  const last = shown.at(-1)
  const hasMore = rows.length > pageLength
  return {
    data: shown.map((row) => toDeleted(resource, row, ctx.locale)),
    next_cursor: hasMore && last ? encodePlace({ at: last.created_at, id: last.id }, false) : null,
  }
}

/** Returns a deleted record; null if there is none, or it was restored. Throws what `requireStaff` does. */
export async function findDeleted(ctx: Ctx, resource: Resource, id: string): Promise<DeletedRecord | null> {
  requireStaff(ctx, resource.read)
  if (!resource.mayDelete) return null
  const [row] = await queries.findDeletionsOf(ctx.db, resource, [id])
  return row ? toDeleted(resource, row, ctx.locale) : null
}

function toDeleted(resource: Resource, row: queries.DeletionRow, locale: Locale): DeletedRecord {
  const values = trustedJson(row.content)
  return {
    id: row.record_id,
    title: titleOf(resource, values, locale) ?? row.record_id,
    deletedAt: row.created_at,
    staffName: row.staff_name,
    values,
  }
}

/**
 * Restores deleted records with their ids, texts and places, and with them the redirects that lead to their ids: each by
 * itself. A slug that another record has taken, and a record that it belonged to and that is gone, are named with the
 * error's code. Throws what `requireStaffProof` does.
 */
export async function restoreRecords(ctx: Ctx, resource: Resource, ids: readonly string[]): Promise<ActionResult> {
  requireRemoval(ctx, resource)
  const unique = uniqueIds(ids)
  const found = await queries.findDeletionsOf(ctx.db, resource, unique)
  return writeEachRecord(ctx, resource, unique, {
    statementsOf: (id) => {
      const row = found.find((one) => one.record_id === id)
      return row ? restoration(ctx, resource, row) : null
    },
    counted: 0,
    refusalOf: (error) => {
      const constraint = constraintOf(error, resource)
      if (constraint === null) return null
      if (typeof constraint === "object") return "resources.slug_taken"
      return constraint === "reference" ? "resources.parent_missing" : "validation.failed"
    },
  })
}

/** Returns the statements that restore a record as it was, whatever its form would take today; the first one does. */
function restoration(ctx: Ctx, resource: Resource, row: queries.DeletionRow): Statement[] {
  const { createdAt, position } = trustedJson(row.deletion)
  const [id, now, values] = [row.record_id, ctx.now(), trustedJson(row.content)]
  const revision = { id: newId(now), recordId: id, values, staffId: requireWrite(ctx, resource).user.id, at: now }
  const isRestored = records.isStored(revision.id)
  const isMissing = queries.isMissing(resource, id)
  return [
    records.insertRecord(resource, { id, createdAt, now, position }, values, isMissing),
    records.insertRevision(ctx.db, resource, revision, changedRow),
    auditEntry(ctx, { action: `${resource.name}.restore`, target: { kind: resource.name, id } }, isRestored),
    ...records.writeTexts(resource, id, values, isRestored),
    ...(position === null ? [] : [queries.makeRoom(resource, id, position, isRestored)]),
  ]
}
