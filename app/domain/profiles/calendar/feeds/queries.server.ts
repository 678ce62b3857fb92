import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { CalendarError } from "~/db/enums"
import { calendarAddresses, type calendarEntries, calendarFeeds } from "~/db/schema"
import type { RowOf } from "~/db/statements/row"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import { DAY, MINUTE } from "~/lib/time"
import { isActiveOwner, localeOf } from "../../../accounts/owner-queries.server"
import { type Owner, ownProfileId } from "../queries.server"
import type { GivenEntry } from "./schema"

const isOwn = (owner: Owner) => sql`profile_id = ${ownProfileId(owner)}`

export type FeedRow = RowOf<typeof calendarFeeds, "address_sealed" | "error" | "read_at" | "busy">
/** A feed that is to be read now. */
export type ClaimedFeed = RowOf<typeof calendarFeeds, "profile_id" | "address_sealed" | "failures" | "busy">
export type AddressRow = RowOf<typeof calendarAddresses, "token_sealed" | "created_at">

/** How long nobody else reads a feed that is being read, ms. */
const lease = 10 * MINUTE

/** Returns the owner's calendar elsewhere, and the secret address of their own; null for one that there is not. */
export async function findCalendars(
  db: Database,
  owner: Owner,
): Promise<{ feed: FeedRow | null; address: AddressRow | null }> {
  const [[feed = null], [address = null]] = await read(
    db,
    sql<FeedRow>`SELECT address_sealed, error, read_at, busy FROM calendar_feeds WHERE ${isOwn(owner)}`,
    sql<AddressRow>`SELECT token_sealed, created_at FROM calendar_addresses WHERE ${isOwn(owner)}`,
  )
  return { feed, address }
}

/** Stores the owner's calendar elsewhere in place of the former one, of which nothing remains, and claims it. */
export async function replaceFeed(db: Database, owner: Owner, sealed: string, now: number): Promise<ClaimedFeed[]> {
  const [claimed] = await read(
    db,
    sql<ClaimedFeed>`INSERT INTO calendar_feeds (profile_id, address_sealed, due_at, created_at)
      SELECT id, ${sealed}, ${now + lease}, ${now} FROM profiles WHERE id = ${owner.profileId} AND owner_id = ${owner.userId}
      ON CONFLICT (profile_id) DO UPDATE SET address_sealed = excluded.address_sealed, error = NULL, read_at = NULL,
        due_at = excluded.due_at, failures = 0, busy = '', created_at = excluded.created_at
      RETURNING profile_id, address_sealed, failures, busy`,
  )
  return claimed
}

export async function deleteFeed(db: Database, owner: Owner): Promise<boolean> {
  const { meta } = await db.delete(calendarFeeds).where(isOwn(owner))
  return meta.changes > 0
}

/** Claims the owner's calendar elsewhere for a reading at once, whenever it is due. */
export async function claimFeed(db: Database, owner: Owner, now: number): Promise<ClaimedFeed[]> {
  const [claimed] = await read(
    db,
    sql<ClaimedFeed>`UPDATE calendar_feeds SET due_at = ${now + lease} WHERE ${isOwn(owner)}
      RETURNING profile_id, address_sealed, failures, busy`,
  )
  return claimed
}

/** SQL condition: the calendars of the profile `p` are read by the cron. */
const isRead = sql`p.state NOT IN ('withdrawn', 'banned') AND ${isActiveOwner(sql`p.owner_id`)}`

/**
 * Claims due feeds, the longest due first; `taken` is how many were due. Those of profiles that are withdrawn, and of owners who are banned
 * or suspended, are not read, and are due again after a day: they stand in nobody's way.
 */
export async function claimDueFeeds(
  db: Database,
  now: number,
  limit: number,
): Promise<{ feeds: ClaimedFeed[]; taken: number }> {
  const [claimed] = await read(
    db,
    sql<ClaimedFeed & RowOf<typeof calendarFeeds, "due_at">>`UPDATE calendar_feeds
      SET due_at = iif(EXISTS (SELECT 1 FROM profiles AS p WHERE p.id = calendar_feeds.profile_id AND ${isRead}),
        ${now + lease}, ${now + DAY})
      WHERE profile_id IN (
        SELECT profile_id FROM calendar_feeds WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit})
      RETURNING profile_id, address_sealed, failures, busy, due_at`,
  )
  return { feeds: claimed.filter(({ due_at }) => due_at === now + lease), taken: claimed.length }
}

/** The end of a reading. */
export interface Reading {
  error: CalendarError | null
  /** Epoch ms. */
  now: number
  dueAt: number
  /** Undefined if it is what it was: a change of the column indexes the profile. */
  busy: string | undefined
}

/** Records a reading, unless the owner named another address or none meanwhile. */
export async function settleFeed(
  db: Database,
  { profile_id: profileId, address_sealed: addressSealed }: ClaimedFeed,
  { error, now, dueAt, busy }: Reading,
): Promise<void> {
  const outcome = error === null ? { readAt: now, failures: 0 } : { failures: sql`failures + 1` }
  await db
    .update(calendarFeeds)
    .set({ error, dueAt, ...outcome, ...(busy !== undefined && { busy }) })
    .where(and(eq(calendarFeeds.profileId, profileId), eq(calendarFeeds.addressSealed, addressSealed)))
}

/** Stores a secret address in place of the owner's former one, which ends. */
export async function replaceAddress(
  db: Database,
  owner: Owner,
  { hash, sealed }: { hash: string; sealed: string },
  now: number,
): Promise<boolean> {
  const { meta } = await db.run(sql`INSERT INTO calendar_addresses (profile_id, token_hash, token_sealed, created_at)
    SELECT id, ${hash}, ${sealed}, ${now} FROM profiles WHERE id = ${owner.profileId} AND owner_id = ${owner.userId}
    ON CONFLICT (profile_id) DO UPDATE SET token_hash = excluded.token_hash, token_sealed = excluded.token_sealed,
      created_at = excluded.created_at`)
  return meta.changes > 0
}

export async function deleteAddress(db: Database, owner: Owner): Promise<boolean> {
  const { meta } = await db.delete(calendarAddresses).where(isOwn(owner))
  return meta.changes > 0
}

/** SQL: the profile of a secret address, unless its owner is banned or suspended. */
const profileOf = (
  hash: string,
): SQL => sql`SELECT p.id FROM calendar_addresses AS a JOIN profiles AS p ON p.id = a.profile_id
  WHERE a.token_hash = ${hash} AND p.state <> 'banned' AND ${isActiveOwner(sql`p.owner_id`)}`

/** Returns the days off and tours at a secret address that end on this day or later; null if the address is nobody's. */
export async function findGiven(
  db: Database,
  hash: string,
  day: string,
): Promise<{ locale: Locale; entries: GivenEntry[] } | null> {
  const [[owner], entries] = await read(
    db,
    sql<{ locale: Locale }>`SELECT ${localeOf(sql`owner_id`)} AS locale FROM profiles WHERE id = (${profileOf(hash)})`,
    sql<
      RowOf<typeof calendarEntries, "id" | "kind" | "first_day" | "last_day" | "created_at"> & { city: string | null }
    >`
      SELECT e.id, e.kind, e.first_day, e.last_day, e.created_at, t.name AS city
      FROM calendar_entries AS e LEFT JOIN city_texts AS t ON t.city_id = e.city_id
        AND t.locale = ${textLanguage("city_texts", sql`e.city_id`, localeOf(sql`(SELECT owner_id FROM profiles WHERE id = e.profile_id)`))}
      WHERE e.profile_id = (${profileOf(hash)}) AND e.last_day >= ${day} ORDER BY e.first_day, e.id`,
  )
  return owner ? { locale: owner.locale, entries } : null
}
