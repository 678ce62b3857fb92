import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { profiles, type profileTexts } from "~/db/schema"
import { tagStart } from "~/db/search/search-tags"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import { hiddenFromMember, isOpenToCountry, isShownTo } from "../chat/hiding/queries.server"
import type { Reader } from "../chat/hiding/reader.server"
import type { PrivateAudience } from "../chat/limits"
import type { ReplySpeed } from "../chat/schema"
import type { Viewer } from "../media/private-access.server"
import { conversationOf, isPrivateOpen, privateAudienceOf } from "../media/private-access-queries.server"
import { sumOfCity } from "./catalog/queries.server"
import { isSlugTaken } from "./content/content-queries.server"
import { inLanguageFirst, shownLanguage, writtenIn } from "./content/shown-language-queries.server"
import type { ListingPlace } from "./cursor"
import type { HiddenRow } from "./hidden"
import type { Match } from "./listing/facets"
import {
  cityOn,
  type DatedFilter,
  matchOf,
  occasionOf,
  outsideCountry,
  type Rank,
  tourOf,
} from "./listing/match-queries.server"
import type { ProfileState, Sort } from "./schema"

const start = sql.raw(tagStart)

/** The JSON of listed_profiles.card; city and category names come from the catalog loaded with every list. */
interface ListedCard {
  id: string
  slug: string
  name: string
  headline: Partial<Record<Locale, string>>
  city_id: string
  category_id: string
  hourly_rate: number
  languages: string
  verified_at: number | null
  published_at: number
  available_until: number | null
  private_photo_count: number
  cover_media_id: string | null
  cover_color: string | null
  more_media_ids: string
}

export interface CardRow {
  card: JsonText<ListedCard>
  /** Row number in the requested order: what the cursor encodes (cursor.ts). */
  place: number
  /** Of a search by words, newest first: none of the words names a service of the profile. */
  is_other?: 0 | 1
  is_favorite: 0 | 1
  /** Of a list of several occasions: the one that the profile has, its main one if it can be. */
  occasion_id?: string | null
  /** Of a list of a place or a date: the tour that the profile is on there, that day. */
  tour?: JsonText<{ city_id: string; last_day: string }> | null
}

/** SQL column: whether the profile is a favourite of the reader; no lookup for visitors. */
function isFavorite({ userId }: Reader, profileId: SQL): SQL {
  if (userId === null) return sql`0 AS is_favorite`
  return sql`EXISTS (SELECT 1 FROM favorites WHERE user_id = ${userId} AND profile_id = ${profileId}) AS is_favorite`
}

/** SQL condition: a place (a column of listed_profiles) is not of a profile hidden from this member. */
function isShown(reader: Reader, place: SQL, column: SQL): SQL {
  const hidden = hiddenFromMember(reader, column)
  return hidden ? sql`${place} NOT IN (${hidden})` : sql`1`
}

/** Search index and direction of each order. */
const orders = {
  newest: { index: sql.raw("search_newest"), place: sql.raw("newest"), isAscending: false },
  "price-up": { index: sql.raw("search_price"), place: sql.raw("price"), isAscending: true },
  "price-down": { index: sql.raw("search_price"), place: sql.raw("price"), isAscending: false },
} as const satisfies Record<Sort, unknown>

/**
 * SQL condition: a row of a search index is beyond a place, by the place's key and id. Another profile may have the key
 * by now, or in another database: one look-up compares its id.
 */
function boundOf({ place, id }: ListingPlace, column: SQL, goesUp: boolean): SQL {
  const isBeyond = goesUp ? sql`profile_id > ${id}` : sql`profile_id < ${id}`
  const isThere = sql`EXISTS (SELECT 1 FROM listed_profiles WHERE ${column} = ${place} AND ${isBeyond})`
  // A search index takes integers alone as bounds; a bound parameter may be a float.
  return goesUp
    ? sql`AND rowid > CAST(${place} - ${isThere} AS INTEGER)`
    : sql`AND rowid < CAST(${place} + ${isThere} AS INTEGER)`
}

/**
 * Selects cards of the listing in an order: those after a place or, going back, those before it, nearest first. The
 * index yields the places matching all filters in order, so each card reads two rows, at any table size.
 */
export function selectListing(
  reader: Reader,
  locale: Locale,
  filter: DatedFilter,
  page: { limit: number; sort?: Sort; from?: ListingPlace },
) {
  const { sort = "newest", limit, from } = page
  const { index, place, isAscending } = orders[sort]
  const goesUp = isAscending !== (from?.isBack ?? false)
  const direction = goesUp ? sql`ASC` : sql`DESC`
  /** Selects up to a page of the places of a filter's rank, beyond the page's place if that is of this rank. */
  const placesOf = (ranked: DatedFilter, isOther: 0 | 1) => {
    const bound = from && from.isOther === (isOther === 1) ? boundOf(from, place, goesUp) : sql``
    return sql`SELECT * FROM (SELECT rowid AS place, ${sql.raw(String(isOther))} AS is_other FROM ${index}
      WHERE ${index} MATCH ${matchOf(reader, locale, ranked)} ${bound} AND ${isShown(reader, sql`rowid`, place)}
      ORDER BY rowid ${direction} LIMIT ${limit})`
  }
  const isRanked = filter.q !== undefined && sort === "newest"
  const order = isRanked
    ? sql`is_other ${from?.isBack ? sql`DESC` : sql`ASC`}, place ${direction}`
    : sql`place ${direction}`
  const placesOfRanks = () => {
    const ranks = ranksBeyond(from).map((rank) => placesOf({ ...filter, rank }, rank === "other" ? 1 : 0))
    return sql`SELECT * FROM (${sql.join(ranks, sql` UNION ALL `)}) ORDER BY ${order} LIMIT ${limit}`
  }
  const places = isRanked ? placesOfRanks() : placesOf(filter, 0)
  return sql<CardRow>`
    WITH places AS (${places})
    SELECT places.place, places.is_other, l.card, ${isFavorite(reader, sql`l.profile_id`)}, ${occasionOf(filter)} AS occasion_id,
      ${tourOf(filter, sql`l.profile_id`)} AS tour
    FROM places CROSS JOIN listed_profiles AS l ON l.${place} = places.place
    ORDER BY ${order}`
}

/** The ranks of a search by words that a page can show which goes on, or back, from a place. */
function ranksBeyond(from: ListingPlace | undefined): Rank[] {
  if (from === undefined || from.isOther === from.isBack) return ["service", "other"]
  return from.isBack ? ["service"] : ["other"]
}

/** Selects what the matches of a filter are counted under, up to `limit` of them: JSON for the Worker to count, as SQLite reads a row for each value of each. */
export function selectMatches(reader: Reader, locale: Locale, filter: DatedFilter, limit: number) {
  return sql<{ matches: JsonText<Match[]> }>`
    WITH places AS (
      SELECT rowid AS place FROM search_newest WHERE search_newest MATCH ${matchOf(reader, locale, filter)}
        AND ${isShown(reader, sql`rowid`, sql`newest`)} LIMIT ${limit}
    )
    SELECT json_group_array(json_object('city_id', ${cityOn(filter)}, 'categories', json(l.categories), 'facets', json(l.facets))) AS matches
    FROM places CROSS JOIN listings AS l ON l.newest = places.place`
}

/** Counts the profiles on tour in the places of a filter today that are at home elsewhere, up to `limit`: stored numbers leave them out. */
export function selectTouring(reader: Reader, locale: Locale, filter: DatedFilter, limit: number) {
  return countUpTo(reader, locale, { ...filter, isTouring: true }, limit)
}

/** Counts the profiles that a filter lists for a viewer, up to `limit`. */
export function countUpTo(reader: Reader, locale: Locale, filter: DatedFilter, limit: number) {
  return sql<{ profiles: number }>`
    SELECT count(*) AS profiles FROM (SELECT 1 FROM search_newest WHERE search_newest MATCH ${matchOf(reader, locale, filter)}
      AND ${isShown(reader, sql`rowid`, sql`newest`)} LIMIT ${limit})`
}

/** Counts the profiles that a list, under its name, has for a viewer beyond a place of the newest ones, up to `limit`. */
export function countBeyond(
  reader: Reader,
  locale: Locale,
  filter: DatedFilter,
  { name, place, limit }: { name: string; place: number; limit: number },
) {
  return sql<{ name: string; profiles: number }>`
    SELECT ${name} AS name, count(*) AS profiles FROM (SELECT 1 FROM search_newest WHERE search_newest MATCH ${matchOf(reader, locale, filter)}
      AND rowid > CAST(${place} AS INTEGER) AND ${isShown(reader, sql`rowid`, sql`newest`)} LIMIT ${limit})`
}

/** Selects `search`, the name of a list, if its filter lists the profile at a place of the newest ones, hidden from nobody. */
export function selectIfListed(search: string, locale: Locale, filter: DatedFilter, place: number) {
  const everyone = { userId: null, ownProfileId: null, mailbox: null, country: null }
  return sql<{ search: string }>`SELECT ${search} AS search WHERE EXISTS (SELECT 1 FROM search_newest
    WHERE search_newest MATCH ${matchOf(everyone, locale, filter)} AND rowid = CAST(${place} AS INTEGER))`
}

/**
 * SQL query of the listed profiles whose counts differ for this member: those hidden from them, unless they are not counted in their
 * country at all, and their own, if it is not. Null for a visitor.
 */
function countedOtherwise(reader: Reader): SQL | null {
  const hidden = hiddenFromMember(reader, sql`profile_id`)
  if (!hidden) return null
  const columns = sql`profile_id, city_id, region, categories, facets`
  const isOpen = isOpenToCountry({ ...reader, ownProfileId: null }, sql`hidden_from`, sql`profile_id`)
  return sql`SELECT ${columns}, 1 AS weight FROM listed_profiles WHERE profile_id IN (${hidden}) AND ${isOpen}
    UNION ALL SELECT ${columns}, -1 AS weight FROM listed_profiles WHERE profile_id = ${reader.ownProfileId} AND NOT ${isOpen}`
}

/** Selects what the profiles whose counts differ for the reader are counted under; no statement for a visitor. */
export function selectHidden(reader: Reader): SQL<HiddenRow>[] {
  const profiles = countedOtherwise(reader)
  return profiles ? [sql<HiddenRow>`SELECT city_id, region, categories, facets, weight FROM (${profiles})`] : []
}

export function selectFeatured(reader: Reader, limit: number) {
  return sql<CardRow>`
    SELECT l.newest AS place, l.card, ${isFavorite(reader, sql`l.profile_id`)} FROM profiles AS p JOIN listed_profiles AS l ON l.profile_id = p.id
    WHERE p.state = 'published' AND p.featured_rank IS NOT NULL AND ${isShownTo(reader, "p")} ORDER BY p.featured_rank LIMIT ${limit}`
}

export interface ProfileRow
  extends RowOf<
      typeof profiles,
      | "id"
      | "slug"
      | "name"
      | "hourly_rate"
      | "minimum_hours"
      | "languages"
      | "verified_at"
      | "created_at"
      | "updated_at"
      | "available_until"
      | "hidden_from"
    >,
    RowOf<typeof profileTexts, "headline" | "quote" | "about"> {
  /** Of the texts. */
  language: Locale
  /** The languages in which the texts are whole. */
  written_in: JsonText<Locale[]>
  city: string
  city_slug: string
  region: string
  category: string
  category_slug: string
  service_count: number
  reply_speed: ReplySpeed | null
  is_favorite: 0 | 1
  private_for: PrivateAudience
  /** The private media are open to the viewer. */
  sees_private: 0 | 1
  /** Id of the viewer's conversation with the owner; null without one, and for those who may see no private media. */
  conversation_id: string | null
}

const published = (slug: string) => sql`(SELECT id FROM profiles WHERE slug = ${slug} AND state = 'published')`

/** Selects a published profile; `mediaViewer` is the viewer, if they may see media that are not public. */
export function selectPublished(
  reader: Reader,
  mediaViewer: Viewer | null,
  { locale, slug }: { locale: Locale; slug: string },
) {
  const conversationId = mediaViewer?.seesPrivate
    ? sql`(${conversationOf(mediaViewer.id, sql`p.owner_id`, sql`id`)})`
    : sql`NULL`
  return sql<ProfileRow>`
    SELECT p.id, p.slug, p.name, t.headline, t.quote, t.about, t.locale AS language, ${writtenIn(sql`p.id`)} AS written_in, city.name AS city, c.slug AS city_slug, c.region, category.name AS category,
      k.slug AS category_slug, p.hourly_rate, p.minimum_hours, p.languages, p.verified_at, p.created_at, p.updated_at, p.available_until, p.hidden_from,
      (SELECT count(*) FROM profile_services WHERE profile_id = p.id) AS service_count,
      (SELECT speed FROM profile_reply_speeds WHERE profile_id = p.id) AS reply_speed, ${isFavorite(reader, sql`p.id`)},
      ${privateAudienceOf(sql`p.owner_id`)} AS private_for, ${isPrivateOpen(mediaViewer, sql`p.owner_id`)} AS sees_private,
      ${conversationId} AS conversation_id
    FROM profiles AS p
    JOIN profile_texts AS t ON t.profile_id = p.id AND t.locale = ${shownLanguage(sql`p.id`, locale)}
    JOIN cities AS c ON c.id = p.city_id
    JOIN city_texts AS city ON city.city_id = p.city_id AND city.locale = ${textLanguage("city_texts", sql`p.city_id`, locale)}
    JOIN service_categories AS k ON k.id = p.category_id
    JOIN service_category_texts AS category ON category.category_id = p.category_id AND category.locale = ${textLanguage("service_category_texts", sql`p.category_id`, locale)}
    WHERE p.slug = ${slug} AND p.state = 'published' AND ${isShownTo(reader, "p")}`
}

/** Selects the current slug of a renamed profile, if it is public. */
export function selectRedirect(reader: Reader, slug: string) {
  return sql<{ slug: string }>`
    SELECT p.slug FROM slug_redirects AS r JOIN profiles AS p ON p.id = r.profile_id
    WHERE r.slug = ${slug} AND p.state = 'published' AND ${isShownTo(reader, "p")}`
}

/** Selects the first `limit` services of a profile, by category. */
export function selectServices(locale: Locale, slug: string, limit: number) {
  return sql<{
    category: string
    name: string
    note: string | null
    note_language: Locale | null
    price: number | null
    duration: number | null
  }>`
    SELECT k.name AS category, t.name, n.note, n.locale AS note_language, o.price, o.duration
    FROM profile_services AS o
    JOIN services AS s ON s.id = o.service_id
    JOIN service_categories AS c ON c.id = s.category_id
    JOIN service_category_texts AS k ON k.category_id = s.category_id AND k.locale = ${textLanguage("service_category_texts", sql`s.category_id`, locale)}
    JOIN service_texts AS t ON t.service_id = s.id AND t.locale = ${textLanguage("service_texts", sql`s.id`, locale)}
    LEFT JOIN profile_service_texts AS n ON n.profile_id = o.profile_id AND n.service_id = o.service_id AND n.locale = (
      SELECT locale FROM profile_service_texts AS w WHERE w.profile_id = o.profile_id AND w.service_id = o.service_id
      ORDER BY ${inLanguageFirst(locale)} LIMIT 1)
    WHERE o.profile_id = ${published(slug)}
    ORDER BY c.position, s.position LIMIT ${limit}`
}

/** Selects the newest profiles in the city of this profile, which may be among them. */
export function selectNearby(reader: Reader, slug: string, limit: number) {
  return sql<CardRow>`
    WITH places AS (
      SELECT rowid AS place FROM search_newest
      WHERE search_newest MATCH 'tags : (${start}c' || coalesce((SELECT city_id FROM profiles WHERE slug = ${slug} AND state = 'published'), 'none')
        ${outsideCountry(reader)} || ')'
        AND ${isShown(reader, sql`rowid`, sql`newest`)}
      ORDER BY rowid DESC LIMIT ${limit}
    )
    SELECT places.place, l.card, ${isFavorite(reader, sql`l.profile_id`)} FROM places CROSS JOIN listed_profiles AS l ON l.newest = places.place ORDER BY places.place DESC`
}

/** Counts the profiles listed for a reader in the city of this profile, including it. */
export function selectCityCount(reader: Reader, slug: string) {
  const cityId = sql`(SELECT city_id FROM profiles WHERE slug = ${slug} AND state = 'published')`
  const others = countedOtherwise(reader)
  const hidden = others ? sql`coalesce((SELECT sum(weight) FROM (${others}) WHERE city_id = ${cityId}), 0)` : sql`0`
  return sql<{ profiles: number }>`SELECT ${sumOfCity(cityId, reader.country)} - ${hidden} AS profiles`
}

/** Returns a profile that somebody reported, by its id, its current or a former slug; null if there is none. */
export async function findReportedProfile(
  db: Database,
  which: { id: string } | { slug: string },
): Promise<{ id: string; ownerId: string; state: ProfileState } | null> {
  const isThis =
    "id" in which
      ? sql`id = ${which.id}`
      : sql`slug = ${which.slug} OR id = (SELECT profile_id FROM slug_redirects WHERE slug = ${which.slug})`
  const [rows] = await read(
    db,
    sql<{ id: string; ownerId: string; state: ProfileState }>`SELECT id, owner_id AS ownerId, state FROM profiles
      WHERE ${isThis} LIMIT 1`,
  )
  return rows[0] ?? null
}

/** Returns a statement that sets when a member was verified, as cards show it; null: they are not. */
export function setVerified(db: Database, ownerId: string, verifiedAt: number | null, when: SQL) {
  return db
    .update(profiles)
    .set({ verifiedAt })
    .where(and(eq(profiles.ownerId, ownerId), when))
}

/** Returns whether a slug is another profile's, now or as an address that leads to it. */
export async function selectSlugTaken(db: Database, profileId: string, slug: string): Promise<boolean> {
  const [[row]] = await read(db, sql<{ taken: 0 | 1 }>`SELECT ${isSlugTaken(profileId, slug)} AS taken`)
  return row?.taken === 1
}

/** Ends the availability of the `limit` profiles for which it lapsed first. Returns how many. */
export async function endLapsedAvailability(db: Database, now: number, limit: number): Promise<number> {
  const lapsed = sql`(SELECT id FROM profiles WHERE available_until <= ${now} ORDER BY available_until LIMIT ${limit})`
  // Neither version nor updated_at: nobody edited the profile.
  const ended = await db
    .update(profiles)
    .set({ availableUntil: null })
    .where(inArray(profiles.id, lapsed))
    .returning({ id: profiles.id })
  return ended.length
}
