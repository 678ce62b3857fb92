import type { Actor } from "../core/actor/actor"
import { isPermitted, requireAnyStaff } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import * as queries from "./queries.server"
import { type QueueCount, type QueueName, queueNames, queues } from "./queues"

/** Returns the queues that a member of staff may see. */
export function queuesFor(actor: Actor): QueueName[] {
  return queueNames.filter((name) => isPermitted(actor, queues[name].permission))
}

/**
 * Counts what waits in the queues that the actor may see, without what is their own: 100 at most of each, in one round
 * trip. Throws what `requireAnyStaff` does.
 */
export async function countQueues(ctx: Ctx): Promise<QueueCount[]> {
  const { user } = requireAnyStaff(ctx)
  return queries.countQueues(ctx.db, queuesFor(ctx.actor), user.id, ctx.now())
}
