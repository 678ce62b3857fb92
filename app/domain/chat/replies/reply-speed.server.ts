import { read } from "~/db/client.server"
import { DAY } from "~/lib/time"
import { requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { type Place, placeAfter } from "../../core/shared/lane"
import * as queries from "./queries.server"
import type { OwnReplySpeed } from "./schema"

/** Profiles computed by one job. */
const batchSize = 100
/** A stored speed is computed again after this time even without new replies, in ms: its replies grow old. */
const computedFor = 7 * DAY
/** Replies of the last two nights, in ms: a night whose job was lost is made up for. */
const repliedWithin = 2 * DAY

/** Returns how fast the actor usually replies; null if there are too few replies. Throws `request.not_found` for members without a profile. */
export async function getReplySpeed(ctx: Ctx): Promise<OwnReplySpeed | null> {
  const [speed] = await queries.selectReplySpeed(ctx.db, requireOwner(ctx).profileId)
  return speed ?? null
}

/** Computes the reply speeds that are due of the profiles after an id, nightly. Idempotent. */
export async function makeReplySpeeds(ctx: Pick<Ctx, "db" | "now">, place: Place = null): Promise<Place> {
  const now = ctx.now()
  const due = { repliedSince: now - repliedWithin, computedBefore: now - computedFor }
  const [rows] = await read(ctx.db, queries.selectDueSpeeds({ ...due, after: place ?? "", limit: batchSize }))
  const ids = rows.map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) return null
  await queries.writeReplySpeeds(ctx.db, ids, now)
  return placeAfter(ids, batchSize, (id) => id)
}
