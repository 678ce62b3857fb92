import { sql } from "drizzle-orm"
import { skeletonOf, skeletonSql } from "~/db/search/name-skeleton"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import { joinProfileOf } from "../../accounts/owner-queries.server"
import { isBlockedPair } from "../block-queries.server"
import { isShownTo } from "../hiding/queries.server"
import type { Reader } from "../hiding/reader.server"
import type { PrivateAudience } from "../limits"
import type { ReplySpeed } from "../schema"

/** Facts of the database about the other member of a conversation, for its reader. */
export interface PeerRow {
  other_id: string
  name: string
  avatar: string | null
  /** One of the two blocks the other. */
  is_blocked: number
  blocks_other: number
  shares_reading: number
  profile_name: string | null
  profile_slug: string | null
  profile_cover: string | null
  profile_state: string | null
  away_note: string | null
  away_last_day: string | null
  away_ends_at: number | null
}

/** Selects the members with these ids who are not banned, as a reader of conversations with them sees them. */
export function selectPeers(userId: string, others: string[]) {
  return sql<PeerRow>`
    SELECT u.id AS other_id, u.name, u.avatar_version AS avatar, ${isBlockedPair(userId, sql`u.id`)} AS is_blocked,
      EXISTS (SELECT 1 FROM blocks WHERE user_id = ${userId} AND blocked_id = u.id) AS blocks_other,
      coalesce((SELECT read_receipts FROM chat_settings WHERE user_id = u.id), 1) AS shares_reading,
      p.name AS profile_name, p.slug AS profile_slug, p.cover_media_id AS profile_cover, p.state AS profile_state,
      away.note AS away_note, away.last_day AS away_last_day, away.ends_at AS away_ends_at
    FROM users AS u ${joinProfileOf(sql`u.id`, sql`true`)} LEFT JOIN away_notes AS away ON away.user_id = p.owner_id
    WHERE u.id IN (SELECT value FROM json_each(${JSON.stringify(others)})) AND u.banned_at IS NULL`
}

/** Selects which of these members' profiles are hidden from the reader. */
export function selectHiddenOwners(reader: Reader, others: string[]) {
  return sql<{ owner_id: string }>`SELECT p.owner_id FROM profiles AS p
    WHERE p.owner_id IN (SELECT value FROM json_each(${JSON.stringify(others)})) AND NOT ${isShownTo(reader, "p")}`
}

/** Selects whom a member shows their private media. */
export function selectPrivateAudience(userId: string) {
  return sql<{ private_for: PrivateAudience }>`SELECT private_for FROM contact_rules WHERE user_id = ${userId}`
}

/** A safety limit on how many conversations a search finds. */
const maxNamed = 1_000

/**
 * Selects a member's conversations with others of a name, which no block hides: askers find owners by their profile's
 * name, owners find askers by their account's.
 */
export function selectNamed(userId: string, q: string) {
  const name = "CASE WHEN m.role = 'asker' THEN p.name ELSE u.name END"
  // SQLite folds case and accents of ASCII only: other scripts match only as written.
  const isNamed = sql`(instr(${sql.raw(name)}, ${q}) > 0 OR instr(${sql.raw(skeletonSql(name))}, nullif(${skeletonOf(q)}, '')) > 0)`
  return sql<{ id: string }>`
    SELECT c.id FROM conversation_members AS m JOIN conversations AS c ON c.id = m.conversation_id
    JOIN conversation_members AS o ON o.conversation_id = c.id AND o.user_id <> m.user_id
    JOIN users AS u ON u.id = o.user_id AND u.banned_at IS NULL
    ${joinProfileOf(sql`u.id`, sql`m.role = 'asker'`)}
    WHERE m.user_id = ${userId} AND ${isNamed}
      AND (c.is_blocked = 0 OR EXISTS (SELECT 1 FROM blocks WHERE user_id = m.user_id AND blocked_id = o.user_id))
    LIMIT ${maxNamed}`
}

/** The published profile of a conversation's other member, as the pane beside the messages shows it. */
export interface PeerProfileRow {
  city: string
  category: string
  verified_at: number | null
  reply_speed: ReplySpeed | null
  cover_media_id: string | null
}

/** Selects the published profile of a member, unless it is hidden from the reader. */
export function selectPeerProfile(reader: Reader, ownerId: string | null, locale: Locale) {
  return sql<PeerProfileRow>`
    SELECT city.name AS city, category.name AS category, p.verified_at, s.speed AS reply_speed, p.cover_media_id
    FROM profiles AS p
    JOIN city_texts AS city ON city.city_id = p.city_id AND city.locale = ${textLanguage("city_texts", sql`p.city_id`, locale)}
    JOIN service_category_texts AS category ON category.category_id = p.category_id AND category.locale = ${textLanguage("service_category_texts", sql`p.category_id`, locale)}
    LEFT JOIN profile_reply_speeds AS s ON s.profile_id = p.id
    WHERE p.owner_id = ${ownerId} AND p.state = 'published' AND ${isShownTo(reader, "p")}`
}
