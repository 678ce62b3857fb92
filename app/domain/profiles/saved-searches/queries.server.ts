import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { newProfiles, savedSearches } from "~/db/schema"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import type { CompleteLocale } from "~/i18n/locales"
import { isBlockedPair } from "../../chat/block-queries.server"
import type { SearchKey } from "./search-key"
import type { TagGroups } from "./tag-groups"

/** Selects the ids of cities, categories and services by their slugs. */
export function selectIds(slugs: Record<"city" | "category" | "service", string[]>) {
  const of = (kind: "city" | "category" | "service", table: SQL) =>
    sql`SELECT ${kind} AS kind, slug, id FROM ${table} WHERE slug IN (SELECT value FROM json_each(${JSON.stringify(slugs[kind])}))`
  return sql<{ kind: "city" | "category" | "service"; slug: string; id: string }>`${of("city", sql`cities`)}
    UNION ALL ${of("category", sql`service_categories`)} UNION ALL ${of("service", sql`services`)}`
}

/** Selects the stored numbers of listed profiles by tag: those of all cities, categories and facets; `all` of everybody. */
export const selectTagCounts = sql<{ tag: string; profiles: number }>`
  SELECT iif(city_id = '', 'all', 'c' || city_id) AS tag, profiles FROM listing_counts WHERE category_id = '' AND city_id NOT LIKE '% %'
  UNION ALL SELECT 'k' || category_id, profiles FROM listing_counts WHERE city_id = '' AND category_id <> ''
  UNION ALL SELECT facet, profiles FROM facet_counts WHERE place = '' AND category_id = ''`

/** SQL condition: somebody is notified of the search's new profiles. */
const isAlerted = ({ query, locale }: SearchKey) =>
  sql`EXISTS (SELECT 1 FROM saved_searches WHERE query = ${query} AND locale = ${locale} AND is_alerted = 1)`

/** Returns a statement that stores where profiles find a search, unless it is stored or nobody is notified of it. */
export function insertAnchors(key: SearchKey, { anchors, groups }: { anchors: string[]; groups: TagGroups }) {
  const { query, locale } = key
  return sql<never>`INSERT INTO search_anchors (anchor, query, locale, groups)
    SELECT DISTINCT value, ${query}, ${locale}, ${JSON.stringify(groups)} FROM json_each(${JSON.stringify(anchors)})
    WHERE ${isAlerted(key)} AND NOT EXISTS (SELECT 1 FROM search_anchors WHERE query = ${query} AND locale = ${locale})`
}

/** Returns a statement that saves a search, unless its member has it or `max` others. */
export function insertSearch(row: SearchKey & { id: string; userId: string; place: number; now: number }, max: number) {
  const { id, userId, query, locale, place, now } = row
  return sql<never>`INSERT OR IGNORE INTO saved_searches (id, user_id, query, locale, is_alerted, notified_place, seen_place, created_at)
    SELECT ${id}, ${userId}, ${query}, ${locale}, 1, ${place}, ${place}, ${now}
    WHERE (SELECT count(*) FROM saved_searches WHERE user_id = ${userId}) < ${max}`
}

export type SavedSearchRow = RowOf<
  typeof savedSearches,
  "id" | "query" | "locale" | "is_alerted" | "seen_place" | "created_at"
>

const columns = sql`id, query, locale, is_alerted, seen_place, created_at`

/** Selects a member's search by what it looks for; none of a visitor. */
export function selectSearchOf(userId: string | null, { query, locale }: SearchKey) {
  return sql<SavedSearchRow>`SELECT ${columns} FROM saved_searches WHERE user_id = ${userId} AND query = ${query} AND locale = ${locale}`
}

/** Selects one of a member's searches. */
export function selectSearch(userId: string, id: string) {
  return sql<SavedSearchRow>`SELECT ${columns} FROM saved_searches WHERE id = ${id} AND user_id = ${userId}`
}

/** Selects a member's searches, the latest first. */
export function selectSearches(userId: string) {
  return sql<SavedSearchRow>`SELECT ${columns} FROM saved_searches WHERE user_id = ${userId} ORDER BY id DESC`
}

/** Returns a statement that notifies a member of a search's new profiles from this place on, or stops it. */
export function updateAlert(userId: string, change: { id: string; isAlerted: boolean; place: number }) {
  return sql<never>`UPDATE saved_searches SET is_alerted = ${change.isAlerted ? 1 : 0}, notified_place = max(notified_place, ${change.place})
    WHERE id = ${change.id} AND user_id = ${userId} AND is_alerted <> ${change.isAlerted ? 1 : 0}`
}

/** Records up to which place a member has seen a search's list. */
export async function markSeen(db: Database, userId: string, { id, place }: { id: string; place: number }) {
  await db
    .update(savedSearches)
    .set({ seenPlace: place })
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)))
}

/** Deletes one of a member's searches. */
export async function deleteSearch(db: Database, userId: string, id: string): Promise<void> {
  await db.delete(savedSearches).where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)))
}

/** A profile of which nobody is notified yet, as searches find it. */
export interface NewProfileRow extends Record<CompleteLocale, string> {
  /** Its place in the listing, newest first. */
  place: number
  owner_id: string
  /** Codes of the countries that it is hidden from, parted by spaces. */
  hidden_from: string
  /** Its tags, parted by spaces, each with `tagStart`. */
  tags: string
  /** Tags of the cities and regions of its tours. */
  toured: JsonText<string[]>
  /** Keyed hashes of the mailboxes that it is hidden from. */
  mailboxes: JsonText<string[]>
}

/** Returns a listed profile of which nobody is notified yet. */
export async function findNewProfile(db: Database, profileId: string): Promise<NewProfileRow | null> {
  const [rows] = await read(
    db,
    sql<NewProfileRow>`SELECT l.newest AS place, p.owner_id, l.hidden_from, w.*,
      (SELECT json_group_array(t.tag) FROM (
        SELECT 'c' || city_id AS tag FROM calendar_entries WHERE profile_id = p.id AND kind = 'tour'
        UNION SELECT 'r' || replace(c.region_slug, '-', '') FROM calendar_entries AS e JOIN cities AS c ON c.id = e.city_id WHERE e.profile_id = p.id
      ) AS t) AS toured,
      (SELECT json_group_array(mailbox_hash) FROM hidden_addresses WHERE profile_id = p.id) AS mailboxes
    FROM new_profiles AS n CROSS JOIN listings AS l ON l.profile_id = n.profile_id CROSS JOIN profiles AS p ON p.id = n.profile_id
      CROSS JOIN listed_words AS w ON w.profile_id = n.profile_id
    WHERE n.profile_id = ${profileId}`,
  )
  return rows[0] ?? null
}

/** Deletes the row of a profile of which everybody is notified, or that is not listed any more. */
export async function deleteNewProfile(db: Database, profileId: string): Promise<void> {
  await db.delete(newProfiles).where(eq(newProfiles.profileId, profileId))
}

/** Returns profiles of which nobody is notified although they were published before a time, the earliest first, after a place in that order. */
export async function findPendingProfiles(
  db: Database,
  before: number,
  after: { at: number; id: string },
  limit: number,
): Promise<{ id: string; at: number }[]> {
  const [rows] = await read(
    db,
    sql<{ id: string; at: number }>`SELECT profile_id AS id, at FROM new_profiles
      WHERE at <= ${before} AND (at, profile_id) > (${after.at}, ${after.id}) ORDER BY at, profile_id LIMIT ${limit}`,
  )
  return rows
}

/** Returns the searches that are stored under any of these anchors, each once for each of them. */
export async function findAnchored(
  db: Database,
  anchors: string[],
): Promise<(SearchKey & { groups: JsonText<TagGroups> })[]> {
  const [rows] = await read(
    db,
    sql<SearchKey & { groups: JsonText<TagGroups> }>`SELECT a.query, a.locale, a.groups
      FROM json_each(${JSON.stringify(anchors)}) AS k CROSS JOIN search_anchors AS a ON a.anchor = k.value`,
  )
  return rows
}

/** A member's search whose alert of a new profile is pending. */
export interface PendingSearch {
  id: string
  user_id: string
  /** The place of its key among those asked for. */
  key: number
}

/** Returns the first searches of these, in their order, that alerts have not come to a place in. */
export async function findPendingSearches(
  db: Database,
  keys: readonly SearchKey[],
  { place, limit }: { place: number; limit: number },
): Promise<PendingSearch[]> {
  const [rows] = await read(
    db,
    sql<PendingSearch>`SELECT s.id, s.user_id, k.key FROM json_each(${JSON.stringify(keys)}) AS k
      CROSS JOIN saved_searches AS s ON s.query = k.value ->> 'query' AND s.locale = k.value ->> 'locale'
        AND s.is_alerted = 1 AND s.notified_place < ${place} LIMIT ${limit}`,
  )
  return rows
}

/** Facts that decide whether a member is notified of a profile. */
export interface AddresseeRow {
  id: string
  email: string
  /** The country that they last came from. */
  country: string | null
}

const idsIn = (userIds: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(userIds)}))`

/** Selects those of some members who may be notified of anything: they are not banned. */
export function selectAddressees(userIds: readonly string[]) {
  return sql<AddresseeRow>`SELECT u.id, u.email,
      (SELECT country FROM sessions WHERE user_id = u.id ORDER BY last_used_at DESC LIMIT 1) AS country
    FROM users AS u WHERE u.id IN ${idsIn(userIds)} AND u.banned_at IS NULL`
}

/** Selects those of some members whom a block keeps from an owner. */
export function selectBlocked(ownerId: string, userIds: readonly string[]) {
  return sql<{
    id: string
  }>`SELECT value AS id FROM json_each(${JSON.stringify(userIds)}) WHERE ${isBlockedPair(ownerId, sql`value`)}`
}

/** Returns a statement that records that alerts have come to a place in these searches. */
export function markNotified(db: Database, ids: readonly string[], place: number) {
  return db
    .update(savedSearches)
    .set({ notifiedPlace: place })
    .where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND notified_place < ${place}`)
}
