import { read } from "~/db/client.server"
import { within } from "~/lib/within"
import { overviewStatements, toOverview } from "../../accounts/overview/overview.server"
import { othersOf, toConversations } from "../../chat/conversations.server"
import { readerOf } from "../../chat/hiding/reader.server"
import { impersonationOf } from "../../core/actor/actor"
import { requireSession, requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import type { InboxList } from "../../core/ports/chat"
import { toCard } from "../cards.server"
import { selectCategories, selectCities, selectServices } from "../catalog/queries.server"
import { selectFavorites } from "../favorites/queries.server"
import { selectSearches } from "../saved-searches/queries.server"
import { newCountStatements, toSavedSearches } from "../saved-searches/saved-searches.server"
import { findStatistics } from "../statistics/service.server"
import { selectNewest } from "./queries.server"
import type { MemberHome, Portrait } from "./schema"

const shownConversations = 3
const shownFavorites = 5
const shownNewest = 4
const shownSearches = 3
/** Portraits above the title of an empty list (design, empty states). */
const shownPortraits = 3
/** How long the page waits for the inbox (ms). */
const patience = 500

/**
 * Returns the first page of the member area: one call of the inbox and two round trips; an owner's statistics come beside the second.
 * Staff who see the site as the member read neither conversations, favourites nor searches; nor does a restricted member.
 */
export async function getMemberHome(ctx: Ctx): Promise<MemberHome> {
  const { user, session } = requireSession(ctx)
  const reader = { ...(await readerOf(ctx)), userId: user.id }
  const isPrivate = impersonationOf(ctx.actor) !== null || session.restriction !== null
  const one = (count: number) => (isPrivate ? 0 : count)
  const statements = overviewStatements(ctx)
  const [inbox, found] = await Promise.all([
    isPrivate ? null : findInbox(ctx, user.id),
    read(
      ctx.db,
      ...statements,
      selectFavorites(reader, {}, { limit: one(shownFavorites) }),
      selectNewest(reader, one(shownNewest)),
      selectSearches(user.id),
      selectCities(ctx.locale, reader.country),
      selectCategories(ctx.locale, reader.country),
      selectServices(ctx.locale),
    ),
  ])
  const [[facts], [subscription], [profile], [signIn], favorites, newest, saved, cities, categories, services] = found
  const searches = saved.slice(0, one(shownSearches))
  const owner = user.workshop && !isPrivate ? { userId: user.id, profileId: user.workshop.id } : null
  const [[peers, audience, hidden, ...counts], statistics] = await Promise.all([
    read(ctx.db, ...othersOf(reader, inbox?.entries ?? []), ...newCountStatements(ctx, reader, searches)),
    owner && findStatistics(ctx, owner, { period: "30", by: "day" }),
  ])
  const cards = (rows: typeof favorites | typeof newest) => rows.map((row) => toCard(ctx, row, { cities, categories }))
  const homeCity = cities.find(({ id }) => id === newest[0]?.city_id)
  return {
    overview: toOverview(ctx, { facts, subscription, profile, signIn }),
    conversations: inbox && toConversations(ctx, inbox.entries, { peers, audience, hidden }),
    hidden_words: inbox?.hiddenWords ?? [],
    favorites: cards(favorites),
    newest: { city: homeCity ? { slug: homeCity.slug, name: homeCity.name } : null, profiles: cards(newest) },
    searches: toSavedSearches(ctx, searches, { cities, categories, services, counts: counts.flat() }),
    statistics,
    now: ctx.now(),
  }
}

/**
 * Returns the covers of the newest profiles that the actor may see, for a list of theirs in which nothing is yet: one round trip.
 * Throws `auth.required`.
 */
export async function findNewestPortraits(ctx: Ctx): Promise<Portrait[]> {
  const reader = { ...(await readerOf(ctx)), userId: requireUser(ctx).id }
  const [rows] = await read(ctx.db, selectNewest(reader, shownPortraits))
  return rows.map((row) => toCard(ctx, row, { cities: [], categories: [] })).map(({ id, cover }) => ({ id, cover }))
}

/** Returns the latest entries of a member's inbox; null where it is slow or fails, which is logged. */
async function findInbox(ctx: Ctx, userId: string): Promise<InboxList | null> {
  const found = ctx
    .live(userId)
    .listConversations({ limit: shownConversations })
    .catch((error: unknown) => {
      ctx.logError("inbox.not_listed", error, { user: userId })
      return null
    })
  return (await within(patience, found)) ?? null
}
