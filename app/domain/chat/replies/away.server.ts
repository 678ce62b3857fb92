import { hasMore } from "~/db/statements/delete-at-most"
import { AppError } from "~/lib/errors"
import { requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { type Place, placeWhile } from "../../core/shared/lane"
import { addDays, dayOf, startOfDay } from "../../core/shared/site-days"
import type { AwayNote } from "../schema"
import { rejectLinksFromNewAccounts } from "../service.server"
import { maxDaysAway } from "./limits"
import * as queries from "./queries.server"
import type { AwayForm, MessageTemplate, OwnReplySpeed } from "./schema"
import { countChange } from "./templates.server"

/** Returns the actor's away note; null if there is none or it has ended. Throws `request.not_found` for members without a profile. */
export async function getAwayNote(ctx: Ctx): Promise<AwayNote | null> {
  const [note] = await queries.selectAwayNote(ctx.db, requireOwner(ctx).userId, ctx.now())
  return note ?? null
}

/**
 * Sets the actor's away note. Throws `request.not_found` for members without a profile, `validation.failed` for a day
 * in the past or too far ahead, and `chat.links_held` as for a message.
 */
export async function setAwayNote(ctx: Ctx, { last_day, note }: AwayForm): Promise<AwayNote> {
  const userId = await countChange(ctx)
  const now = ctx.now()
  const today = dayOf(now)
  if (last_day < today || last_day > addDays(today, maxDaysAway))
    throw new AppError("validation.failed", { fields: { last_day: ["invalid"] } })
  rejectLinksFromNewAccounts(note, await queries.findAccountStart(ctx.db, userId), now)
  const endsAt = startOfDay(addDays(last_day, 1))
  await queries.upsertAwayNote(ctx.db, { userId, note, lastDay: last_day, endsAt }, now)
  return { last_day, note }
}

/** Ends the actor's absence; idempotent. Throws `request.not_found` for members without a profile. */
export async function deleteAwayNote(ctx: Ctx): Promise<void> {
  await queries.deleteAwayNote(ctx.db, await countChange(ctx))
}

/** Deletes the notes of absences that are over. */
export async function sweepAwayNotes(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  return placeWhile(hasMore([await queries.deleteEndedAwayNotes(ctx.db, ctx.now())]))
}

/** Returns the data of the page of an owner's replies: one round trip. Throws `request.not_found` for members without a profile. */
export async function getAnswering(ctx: Ctx): Promise<Answering> {
  const { userId: ownerId, profileId: id } = requireOwner(ctx)
  const today = dayOf(ctx.now())
  const [templates, [away], [speed]] = await ctx.db.batch([
    queries.selectTemplates(ctx.db, ownerId),
    queries.selectAwayNote(ctx.db, ownerId, ctx.now()),
    queries.selectReplySpeed(ctx.db, id),
  ])
  const days = { first: today, last: addDays(today, maxDaysAway) }
  return { templates, away: away ?? null, days, speed: speed ?? null }
}

interface Answering {
  templates: MessageTemplate[]
  away: AwayNote | null
  /** The first and the last day that an absence may end on. */
  days: { first: string; last: string }
  speed: OwnReplySpeed | null
}
