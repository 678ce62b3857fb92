import { write } from "~/db/client.server"
import { requireStaff, requireStaffProof } from "~/domain/actor/guards"
import { auditEntry } from "~/domain/audit/entries.server"
import type { Ctx } from "~/domain/context"
import { AppError, isAppError } from "~/lib/errors"
import { setColumns } from "../records/queries.server"
import type { Act, Resource } from "../resource"
import type { ActResult } from "../schema"
import { uniqueIds } from "./selection"

/**
 * Runs an act on several records, each by itself: what one refuses does not stop the others, and is named with its
 * error's code. Throws what `requireStaffProof` does, `request.not_found` for an unknown act, and `validation.failed`
 * without the reason that an act needs, or with too many ids.
 */
export async function runAct(
  ctx: Ctx,
  resource: Resource,
  name: string,
  { ids, reason }: { ids: readonly string[]; reason: string | null },
): Promise<ActResult> {
  requireStaff(ctx, resource.read)
  const act = resource.acts?.find((one) => one.name === name)
  const permission = act?.permission ?? resource.write
  if (!act || !permission) throw new AppError("request.not_found")
  requireStaffProof(ctx, permission)
  if (act.needsReason && !reason) throw new AppError("validation.failed", { fields: { reason: ["required"] } })
  const unique = uniqueIds(ids)
  const result = await (act.set ? setEach(ctx, resource, act, unique, reason) : runEach(ctx, act, unique, reason))
  ctx.announceSaved(resource.name, result.done)
  return result
}

/** Sets columns of all records in one batch. */
async function setEach(
  ctx: Ctx,
  resource: Resource,
  act: Act,
  ids: readonly string[],
  reason: string | null,
): Promise<ActResult> {
  const action = `${resource.name}.${act.name}` as const
  const changes = await write(
    ctx.db,
    ids.flatMap((id) => [
      setColumns(resource, act, id, ctx.now(), ctx.locale),
      auditEntry(ctx, { action, target: { kind: resource.name, id }, reason }),
    ]),
  )
  const isDone = (index: number) => (changes[2 * index] ?? 0) > 0
  return {
    done: ids.filter((_, index) => isDone(index)),
    failed: ids.filter((_, index) => !isDone(index)).map((id) => ({ id, code: "conflict.changed" as const })),
  }
}

async function runEach(ctx: Ctx, act: Act, ids: readonly string[], reason: string | null): Promise<ActResult> {
  const result: ActResult = { done: [], failed: [] }
  for (const id of ids) {
    try {
      await act.run?.(ctx, id, reason)
      result.done.push(id)
    } catch (error) {
      if (!isAppError(error) || error.code === "server.failed") throw error
      result.failed.push({ id, code: error.code })
    }
  }
  return result
}
