import type { Ctx } from "../context"
import * as queries from "./queries.server"

/** After how long without a use a device is a new one, in ms: as long as its cookie lives. */
const deviceLifetime = 400 * 24 * 60 * 60_000

/** The nightly sweep of sessions, passes, sign-ups, links and the like that nobody can use any more. */
export async function sweepExpired(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const now = ctx.now()
  await queries.deleteExpired(ctx.db, now, now - deviceLifetime)
}
