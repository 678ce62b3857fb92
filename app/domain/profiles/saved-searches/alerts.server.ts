import { read } from "~/db/client.server"
import { tagStart } from "~/db/search/search-tags"
import { trustedJson } from "~/db/statements/json"
import { MINUTE } from "~/lib/time"
import { hashMailbox } from "../../chat/hiding/reader.server"
import type { Ctx } from "../../core/context"
import { type Place, placeAfter, readTimePlace, timePlace } from "../../core/shared/lane"
import { dayOf } from "../../core/shared/site-days"
import { createNotifications } from "../../notifications/service.server"
import { isCalendarDay } from "../calendar/days"
import { parseFilterQuery } from "../listing/filter-query"
import { selectIfListed } from "../queries.server"
import type { ListingFilter } from "../schema"
import * as queries from "./queries.server"
import type { SearchKey } from "./search-key"
import { anchorsOfProfile, hasEach, tagsOfProfile } from "./tag-groups"

/** Alerts of one round trip, and of one job: the next job goes on. */
const notifiedAtOnce = 100
const notifiedByJob = 2_000
/** Searches looked up in the search index by one round trip. */
const lookedUpAtOnce = 50

/** How long a published profile waits for its job before the cron enqueues it again, ms. */
const lateAfter = MINUTE
const requeuedAtOnce = 100

/**
 * Notifies the members whose saved searches find a new profile: each once, whatever the number of their searches, and
 * never of their own profile or of one that is hidden from them. Run again, it goes on where it was interrupted.
 */
export async function notifySearches(ctx: Ctx, profileId: string): Promise<void> {
  const { db } = ctx
  const profile = await queries.findNewProfile(db, profileId)
  if (!profile) return queries.deleteNewProfile(db, profileId)
  let keys = await findSearches(ctx, profile)
  for (let notified = 0; notified < notifiedByJob; notified += notifiedAtOnce) {
    const searches = await queries.findPendingSearches(db, keys, { place: profile.place, limit: notifiedAtOnce })
    if (searches.length > 0) await notify(ctx, profile, searches)
    // Searches before the last one have no more.
    keys = keys.slice(searches.at(-1)?.key)
    if (searches.length < notifiedAtOnce) return queries.deleteNewProfile(db, profileId)
  }
  ctx.enqueueJob({ kind: "search_alerts", profileId })
}

/** Returns the searches that find a new profile: those under its own tags, without those that ask for more. */
async function findSearches({ db, now }: Ctx, profile: queries.NewProfileRow): Promise<SearchKey[]> {
  const today = dayOf(now())
  const toured = trustedJson(profile.toured)
  const listed = profile.tags.split(" ").map((tag) => tag.slice(tagStart.length))
  const tags = tagsOfProfile([...listed, ...toured], profile)
  const anchored = await queries.findAnchored(db, anchorsOfProfile(tags))
  const fitting = anchored.filter(({ groups }) => hasEach(trustedJson(groups), tags))
  // A search lies under several anchors if any of several values will do.
  const keys = new Map(fitting.map(({ query, locale }) => [`${locale}?${query}`, { query, locale }]))
  const asked = [...keys]
    .map(([name, key]) => ({ name, key, filter: parseFilterQuery(key.query) }))
    .filter(({ filter }) => filter.on === undefined || isCalendarDay(filter.on, today))
  // Words, dates and tours are more than tags.
  const isExact = ({ q, on }: ListingFilter) => q === undefined && on === undefined && toured.length === 0
  const exact = asked.filter(({ filter }) => isExact(filter)).map(({ key }) => key)
  const others = asked.filter(({ filter }) => !isExact(filter))
  const found: SearchKey[] = []
  for (let at = 0; at < others.length; at += lookedUpAtOnce) {
    const lookups = others
      .slice(at, at + lookedUpAtOnce)
      .map(({ name, key, filter }) => selectIfListed(name, key.locale, { ...filter, today }, profile.place))
    const names = (await read(db, ...lookups)).flat().map(({ search }) => search)
    found.push(...names.flatMap((name) => keys.get(name) ?? []))
  }
  return [...exact, ...found]
}

/** Notifies the members of some searches, as far as they may see the profile. */
async function notify(ctx: Ctx, profile: queries.NewProfileRow, searches: queries.PendingSearch[]): Promise<void> {
  const userIds = [...new Set(searches.map(({ user_id }) => user_id))]
  const [addressees, blocked] = await read(
    ctx.db,
    queries.selectAddressees(userIds),
    queries.selectBlocked(profile.owner_id, userIds),
  )
  const hiddenFrom = profile.hidden_from.split(" ").filter(Boolean)
  const mailboxes = trustedJson(profile.mailboxes)
  const to: string[] = []
  for (const { id, email, country } of addressees) {
    if (id === profile.owner_id || blocked.some((one) => one.id === id)) continue
    if (hiddenFrom.length > 0 && (country === null || hiddenFrom.includes(country))) continue
    if (mailboxes.length > 0 && mailboxes.includes(await hashMailbox(ctx, email))) continue
    to.push(id)
  }
  // The reference names the profile by its place alone: what is deleted leaves no name here.
  const notifications = createNotifications(ctx, {
    to,
    type: "search",
    subject: "searches",
    state: "new",
    reference: String(profile.place),
  })
  const searchIds = searches.map(({ id }) => id)
  const [inserted] = await ctx.db.batch([notifications.insert, queries.markNotified(ctx.db, searchIds, profile.place)])
  notifications.publish(inserted)
}

/** Enqueues the alerts of profiles whose job was lost; runs every five minutes. */
export async function requeueAlerts(ctx: Ctx, place: Place = null): Promise<Place> {
  const late = await queries.findPendingProfiles(ctx.db, ctx.now() - lateAfter, readTimePlace(place), requeuedAtOnce)
  for (const { id } of late) ctx.enqueueJob({ kind: "search_alerts", profileId: id })
  return placeAfter(late, requeuedAtOnce, timePlace)
}
