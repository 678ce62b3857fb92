import type { Ctx } from "../context"
import { sweepImpersonations } from "./impersonation/impersonation.server"
import * as queries from "./queries.server"

/** How long an unused device stays known, in ms: the lifetime of its cookie. */
const deviceLifetime = 400 * 24 * 60 * 60_000

/** Deletes expired sessions, hand-off tokens, sign-ups, links and challenges, and unused devices, and ends expired impersonations, nightly. */
export async function sweepExpired(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const now = ctx.now()
  await queries.deleteExpired(ctx.db, now, now - deviceLifetime)
  await sweepImpersonations(ctx)
}
