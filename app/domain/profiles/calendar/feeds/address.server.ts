import { translator } from "~/i18n/i18n.server"
import { newToken, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { requireOwner } from "../../../core/actor/guards"
import type { Ctx } from "../../../core/context"
import { addDays, dayOf } from "../../../core/shared/site-days"
import * as queries from "./queries.server"
import type { CalendarAddress } from "./schema"
import { writeCalendar } from "./write-calendar"

/** Returns the purpose of an encrypted token: no other profile's can stand in its place. */
const tokenPurpose = (profileId: string) => `calendar-address ${profileId}`

export async function toAddress(ctx: Ctx, profileId: string, row: queries.AddressRow): Promise<CalendarAddress> {
  const token = await ctx.secrets.open(row.token_sealed, tokenPurpose(profileId))
  return { address: `${ctx.site.origin(ctx.locale)}/calendars/${token}.ics`, created_at: row.created_at }
}

/**
 * Makes a secret address of the actor's days off and tours; the former one ends at once. Throws `auth.required`, `request.not_found`
 * without a profile, and `rate.limited`.
 */
export async function replaceAddress(ctx: Ctx): Promise<void> {
  const owner = requireOwner(ctx)
  await ctx.limit("calendar.address", owner.userId)
  const token = newToken()
  const sealed = await ctx.secrets.seal(token, tokenPurpose(owner.profileId))
  const isStored = await queries.replaceAddress(ctx.db, owner, { hash: sha256(token), sealed }, ctx.now())
  if (!isStored) throw new AppError("request.not_found")
}

/** Ends the actor's secret address. Throws `auth.required`, and `request.not_found` without one. */
export async function endAddress(ctx: Ctx): Promise<void> {
  const isDeleted = await queries.deleteAddress(ctx.db, requireOwner(ctx))
  if (!isDeleted) throw new AppError("request.not_found")
}

/** Days that remain in the file after they are over. */
const pastDays = 30

/** Returns the calendar file at a secret address, in its owner's language; null if the token is nobody's. */
export async function getCalendarFile(ctx: Ctx, token: string): Promise<string | null> {
  // The hash is looked up: how long that takes says nothing of the tokens.
  const given = await queries.findGiven(ctx.db, sha256(token), addDays(dayOf(ctx.now()), -pastDays))
  if (!given) return null
  const t = translator(given.locale, "calendar")
  return writeCalendar(
    t("feeds.file.name"),
    given.entries.map(({ city, ...entry }) => ({
      ...entry,
      summary: city === null ? t("feeds.file.off") : t("feeds.file.tour", { city }),
    })),
  )
}
