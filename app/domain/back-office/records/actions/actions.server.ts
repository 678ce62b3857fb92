import { requireStaff, requireStaffProof, requireUser } from "~/domain/core/actor/guards"
import { auditEntry } from "~/domain/core/audit/entries.server"
import { changedRow } from "~/domain/core/audit/queries.server"
import type { Ctx } from "~/domain/core/context"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { codeOf, writeEachRecord } from "../records/each-record.server"
import {
  type FoundRecord,
  findRecords,
  insertFirstRevision,
  insertRevision,
  setColumns,
  valuesOf,
} from "../records/queries.server"
import type { Action, Resource } from "../resource"
import type { ActionResult } from "../schema"
import { uniqueIds } from "./selection"

/**
 * Runs an act on several records, each by itself: what one refuses does not stop the others, and is named with its
 * error's code; an unexpected error is logged. Throws what `requireStaffProof` does, `request.not_found` for an unknown act, and `validation.failed`
 * without the reason that an act needs, or with too many ids.
 */
export async function runAction(
  ctx: Ctx,
  resource: Resource,
  name: string,
  { ids, reason }: { ids: readonly string[]; reason: string | null },
): Promise<ActionResult> {
  requireStaff(ctx, resource.read)
  const act = resource.acts?.find((one) => one.name === name)
  const permission = act?.permission ?? resource.write
  if (!act || !permission) throw new AppError("request.not_found")
  requireStaffProof(ctx, permission)
  if (act.needsReason && !reason) throw new AppError("validation.failed", { fields: { reason: ["required"] } })
  const unique = uniqueIds(ids)
  const result = await (act.set
    ? setEach(ctx, { resource, act, ids: unique, reason })
    : runEach(ctx, { resource, act, ids: unique, reason }))
  ctx.announceSaved(resource.name, result.done)
  return result
}

interface BulkAction {
  resource: Resource
  act: Action
  ids: readonly string[]
  reason: string | null
}

/** Sets columns of records, with a version in the history; those that changed since they were read are refused. */
async function setEach(ctx: Ctx, { resource, act, ids, reason }: BulkAction): Promise<ActionResult> {
  const action = `${resource.name}.${act.name}` as const
  const found = await findRecords(ctx.db, resource, ids, ctx.locale)
  return writeEachRecord(ctx, resource, ids, {
    statementsOf: (id) => {
      const record = found.find((one) => one.id === id)
      if (!record) return null
      return [
        setColumns(resource, { action: act, record, now: ctx.now(), locale: ctx.locale }),
        auditEntry(ctx, { action, target: { kind: resource.name, id }, reason }),
        ...revisionsOf(ctx, resource, act, record),
      ]
    },
    counted: 0,
  })
}

/** Returns the statements that store what an act set of the form's values, where its audit entry was stored. */
function revisionsOf(ctx: Ctx, resource: Resource, act: Action, record: FoundRecord) {
  const set = Object.entries(act.set ?? {}).filter(([column]) => resource.fields?.some(({ name }) => name === column))
  if (set.length === 0) return []
  const at = ctx.now()
  const values = { ...valuesOf(resource, record), ...Object.fromEntries(set) }
  const change = { id: newId(at), recordId: record.id, values, staffId: requireUser(ctx).id, at }
  return [
    insertRevision(ctx.db, resource, change, changedRow),
    insertFirstRevision(ctx.db, resource, record, change.id),
  ]
}

async function runEach(ctx: Ctx, { resource, act, ids, reason }: BulkAction): Promise<ActionResult> {
  const result: ActionResult = { done: [], failed: [] }
  for (const id of ids) {
    try {
      await act.run?.(ctx, id, reason)
      result.done.push(id)
    } catch (error) {
      result.failed.push({ id, code: codeOf(ctx, resource, id, error) })
    }
  }
  return result
}
