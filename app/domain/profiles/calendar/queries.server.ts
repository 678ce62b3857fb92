import { sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { calendarEntries } from "~/db/schema"
import type { RowOf } from "~/db/statements/row"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"

export interface EntryRow extends RowOf<typeof calendarEntries, "id" | "kind" | "first_day" | "last_day"> {
  city_slug: string | null
  city: string | null
}

const columns = sql`e.id, e.kind, e.first_day, e.last_day, c.slug AS city_slug, t.name AS city`
const withCity = (locale: Locale) => sql`calendar_entries AS e LEFT JOIN cities AS c ON c.id = e.city_id
  LEFT JOIN city_texts AS t ON t.city_id = e.city_id AND t.locale = ${textLanguage("city_texts", sql`e.city_id`, locale)}`

/** An owner and their profile: a statement finds nothing for anybody else's. */
export interface Owner {
  userId: string
  profileId: string
}

/** SQL id of the owner's profile; none for anybody else's. */
export const ownProfileId = ({ userId, profileId }: Owner) =>
  sql`(SELECT id FROM profiles WHERE id = ${profileId} AND owner_id = ${userId})`

/** Selects the entries of the owner's profile that are not past, by date. */
export function selectEntries(locale: Locale, owner: Owner, today: string) {
  return sql<EntryRow>`SELECT ${columns} FROM ${withCity(locale)}
    WHERE e.profile_id = ${ownProfileId(owner)} AND e.last_day >= ${today} ORDER BY e.first_day, e.kind, e.id`
}

/** Selects the cities that a tour of the profile can name, by name. */
export function selectTourCities(locale: Locale, { profileId }: Owner) {
  return sql<{ slug: string; name: string }>`SELECT c.slug, t.name FROM cities AS c
    JOIN city_texts AS t ON t.city_id = c.id AND t.locale = ${textLanguage("city_texts", sql`c.id`, locale)}
    WHERE c.id <> (SELECT city_id FROM profiles WHERE id = ${profileId}) ORDER BY t.name, c.slug`
}

interface AddedEntry {
  id: string
  kind: "off" | "tour"
  /** The slug of a city; null for days off. */
  city: string | null
  firstDay: string
  lastDay: string
  now: number
  today: string
  max: number
}

/** Obstacles to an entry. */
interface Added {
  is_stored: 0 | 1
  is_city: 0 | 1
  is_home: 0 | 1
  is_full: 0 | 1
}

/**
 * Inserts an entry of the owner's profile, unless it has `max` already, a tour overlaps another one, or its city is unknown or the
 * profile's own. Returns whether it is stored, what its city is, and the tour that it overlaps.
 */
export async function insertEntry(
  db: Database,
  owner: Owner,
  { id, kind, city, firstDay, lastDay, now, today, max }: AddedEntry,
  locale: Locale,
): Promise<Added & { other: EntryRow | null }> {
  const overlapping = sql`e.profile_id = ${owner.profileId} AND e.kind = 'tour' AND ${kind} = 'tour'
    AND e.first_day <= ${lastDay} AND e.last_day >= ${firstDay}`
  const [, [row], [other]] = await read(
    db,
    sql<never>`INSERT INTO calendar_entries (id, profile_id, kind, city_id, first_day, last_day, created_at)
      SELECT ${id}, p.id, ${kind}, c.id, ${firstDay}, ${lastDay}, ${now}
      FROM profiles AS p LEFT JOIN cities AS c ON c.slug = ${city}
      WHERE p.id = ${owner.profileId} AND p.owner_id = ${owner.userId}
        AND (c.id IS NOT NULL AND c.id <> p.city_id) = (${kind} = 'tour')
        AND NOT EXISTS (SELECT 1 FROM calendar_entries AS e WHERE ${overlapping})
        AND (SELECT count(*) FROM calendar_entries WHERE profile_id = p.id AND last_day >= ${today}) < ${max}`,
    sql<Added>`SELECT EXISTS (SELECT 1 FROM calendar_entries WHERE id = ${id}) AS is_stored,
      EXISTS (SELECT 1 FROM cities WHERE slug = ${city}) AS is_city,
      EXISTS (SELECT 1 FROM cities WHERE slug = ${city} AND id = (SELECT city_id FROM profiles WHERE id = ${owner.profileId})) AS is_home,
      (SELECT count(*) FROM calendar_entries WHERE profile_id = ${owner.profileId} AND last_day >= ${today}) >= ${max} AS is_full`,
    sql<EntryRow>`SELECT ${columns} FROM ${withCity(locale)} WHERE ${overlapping} AND e.id <> ${id} ORDER BY e.first_day LIMIT 1`,
  )
  if (!row) throw new Error("no row")
  return { ...row, other: other ?? null }
}

/** Deletes an entry of the owner's profile, if it is there. */
export async function deleteEntry(db: Database, owner: Owner, id: string): Promise<void> {
  await read(db, sql<never>`DELETE FROM calendar_entries WHERE id = ${id} AND profile_id = ${ownProfileId(owner)}`)
}

/** Deletes the `limit` entries that ended first before a day. Returns how many. */
export async function deletePast(db: Database, today: string, limit: number): Promise<number> {
  const [deleted] = await read(
    db,
    sql<{ id: string }>`DELETE FROM calendar_entries WHERE id IN (
      SELECT id FROM calendar_entries WHERE last_day < ${today} ORDER BY last_day LIMIT ${limit}) RETURNING id`,
  )
  return deleted.length
}

/** Selects the tours and days off of a published profile that are not past, by date. */
export function selectPublicEntries(locale: Locale, slug: string, today: string) {
  return sql<EntryRow>`SELECT ${columns} FROM ${withCity(locale)}
    WHERE e.profile_id = (SELECT id FROM profiles WHERE slug = ${slug} AND state = 'published') AND e.last_day >= ${today}
    ORDER BY e.first_day, e.kind, e.id`
}

/** Selects the usual week of a published profile, and the busy parts of its days. */
export function selectWeek(slug: string) {
  return sql<{ rhythm: string; busy: string }>`SELECT p.rhythm,
      coalesce((SELECT busy FROM calendar_feeds WHERE profile_id = p.id), '') AS busy
    FROM profiles AS p WHERE p.slug = ${slug} AND p.state = 'published'`
}
