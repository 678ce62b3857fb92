import { newId } from "~/lib/id"
import type { Ctx } from "../core/context"
import { runErasure } from "./erasure.server"
import * as queries from "./queries.server"

/**
 * Carries out an erasure again that a restored database has forgotten. Its user was told the first time. Does nothing
 * for somebody who is not there.
 */
export async function repeatErasure(ctx: Ctx, userId: string): Promise<void> {
  if (!(await queries.findUser(ctx.db, userId))) return
  const now = ctx.now()
  await queries.insertErasure(ctx.db, { id: newId(now), userId, runAt: now }, now)
  const requestId = await queries.makeErasureDue(ctx.db, userId, now)
  if (requestId) await runErasure(ctx, requestId, { isRepeated: true })
}
