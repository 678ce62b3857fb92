import { hasMore } from "~/db/statements/delete-at-most"
import type { Ctx } from "../core/context"
import { type Place, placeWhile } from "../core/shared/lane"
import { deleteExpired } from "./sessions/queries.server"
import { deleteExpiredResets } from "./staff/reset-queries.server"

/** How long an unused device stays known, in ms: the lifetime of its cookie. */
const deviceLifetime = 400 * 24 * 60 * 60_000

/** Deletes expired sessions, hand-off tokens, sign-ups, links, challenges and proposed resets, and unused devices, nightly. */
export async function sweepExpired(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  const now = ctx.now()
  const resets = await deleteExpiredResets(ctx.db, now)
  return placeWhile(hasMore([...(await deleteExpired(ctx.db, now, now - deviceLifetime)), resets]))
}
