import { calendarLength } from "~/db/calendar-days"
import type { CalendarError } from "~/db/enums"
import { AppError } from "~/lib/errors"
import { DAY, HOUR } from "~/lib/time"
import { requireOwner } from "../../../core/actor/guards"
import type { Ctx } from "../../../core/context"
import { forEachItem, type Place, placeWhile } from "../../../core/shared/lane"
import { dayOf } from "../../../core/shared/site-days"
import { toAddress } from "./address.server"
import { partsFrom } from "./day-parts"
import * as queries from "./queries.server"
import type { CalendarAddress, Feed, FeedForm } from "./schema"

/** Returns the purpose of an encrypted address: no other profile's can stand in its place. */
const feedPurpose = (profileId: string) => `calendar-feed ${profileId}`

/**
 * Returns the actor's calendar elsewhere and the secret address of their own, null for one that there is not. Throws `auth.required`, and
 * `request.not_found` without a profile.
 */
export async function getCalendars(ctx: Ctx): Promise<{ feed: Feed | null; address: CalendarAddress | null }> {
  const owner = requireOwner(ctx)
  const { feed, address } = await queries.findCalendars(ctx.db, owner)
  return {
    feed: feed && (await toFeed(ctx, owner.profileId, feed)),
    address: address && (await toAddress(ctx, owner.profileId, address)),
  }
}

async function toFeed(ctx: Ctx, profileId: string, row: queries.FeedRow): Promise<Feed> {
  const { error, read_at, address_sealed } = row
  const busy = partsFrom(row.busy, dayOf(ctx.now()))
  return {
    host: new URL(await ctx.secrets.open(address_sealed, feedPurpose(profileId))).host,
    error,
    read_at,
    busy: busy === "" ? [] : busy.split(","),
  }
}

/**
 * Connects a calendar that the actor keeps elsewhere in place of the former one, and reads it. Throws what `getCalendars` does,
 * `rate.limited`, and `validation.failed` for an address that is none of the public internet's.
 */
export async function connectFeed(ctx: Ctx, form: FeedForm): Promise<void> {
  const owner = requireOwner(ctx)
  const address = ctx.calendars.normalize(form.address)
  if (address === null) throw new AppError("validation.failed", { fields: { address: ["calendar_address"] } })
  await ctx.limit("calendar.read", owner.userId)
  const sealed = await ctx.secrets.seal(address, feedPurpose(owner.profileId))
  const [feed] = await queries.replaceFeed(ctx.db, owner, sealed, ctx.now())
  if (!feed) throw new AppError("request.not_found")
  await readFeed(ctx, feed)
}

/** Ends the reading of the actor's calendar elsewhere. Throws as `getCalendars` does, and `request.not_found` without one. */
export async function disconnectFeed(ctx: Ctx): Promise<void> {
  const isDeleted = await queries.deleteFeed(ctx.db, requireOwner(ctx))
  if (!isDeleted) throw new AppError("request.not_found")
}

/** Reads the actor's calendar elsewhere now. Throws as `disconnectFeed` does, and `rate.limited`. */
export async function readFeedNow(ctx: Ctx): Promise<void> {
  const owner = requireOwner(ctx)
  await ctx.limit("calendar.read", owner.userId)
  const [feed] = await queries.claimFeed(ctx.db, owner, ctx.now())
  if (!feed) throw new AppError("request.not_found")
  await readFeed(ctx, feed)
}

/** Feeds of a message of the cron, and how many of them are read at once: a Worker has six connections. */
const batchSize = 20
const lanes = 4

/** Reads the calendars that are due: each an hour after it was last read, and later after failures. */
export async function readDueFeeds(ctx: Ctx): Promise<Place> {
  const { feeds, taken } = await queries.claimDueFeeds(ctx.db, ctx.now(), batchSize)
  const shares = Array.from({ length: lanes }, (_, lane) => feeds.filter((_feed, place) => place % lanes === lane))
  await Promise.all(
    shares.map((share) =>
      forEachItem(
        ctx,
        share,
        ({ profile_id }) => profile_id,
        (feed) => readFeed(ctx, feed),
      ),
    ),
  )
  return placeWhile(taken === batchSize)
}

/** Reads a claimed calendar. After a failure its last busy parts remain until they are over. */
async function readFeed(ctx: Ctx, feed: queries.ClaimedFeed): Promise<void> {
  const address = await ctx.secrets.open(feed.address_sealed, feedPurpose(feed.profile_id))
  const fetched = await ctx.calendars.fetch(address)
  const now = ctx.now()
  const today = dayOf(now)
  const { error, busy } = "text" in fetched ? await partsIn(fetched.text, today) : { ...fetched, busy: null }
  const after = busy ?? partsFrom(feed.busy, today)
  await queries.settleFeed(ctx.db, feed, {
    error,
    now,
    dueAt: now + (error === null ? HOUR : delayAfter(feed.failures + 1)),
    busy: after === feed.busy ? undefined : after,
  })
}

/** Returns how long to wait after failures in a row: an hour, then twice as long each time, up to a day. */
function delayAfter(failures: number): number {
  return Math.min(DAY, HOUR * 2 ** Math.min(failures - 1, 10))
}

async function partsIn(text: string, today: string): Promise<{ error: CalendarError | null; busy: string | null }> {
  // The parser is loaded by the first calendar that is read.
  const { readBusyParts } = await import("./busy-parts.server")
  const read = readBusyParts(text, today, calendarLength)
  return "error" in read ? { error: read.error, busy: null } : { error: null, busy: read.parts.join(",") }
}
