import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import { nameOf } from "../../accounts/owner-queries.server"
import type { KeysetPlace } from "../../core/shared/keyset-cursor"
import { isEscalated, isOpen, mayReview } from "../../decisions/second-look/queries.server"
import type { WaitingKind } from "./kinds"
import type { WaitingItem } from "./schema"

export interface WaitingRow extends Omit<WaitingItem, "claim" | "is_whole" | "is_escalated"> {
  claimant: string | null
  claimant_id: string | null
  is_escalated: 0 | 1
  /** Its place in the queue: what was handed to leads has the first one. */
  place: number
}

interface Reader {
  staffId: string
  locale: Locale
  now: number
}

/**
 * Profiles with submitted edits or media that await review, and applications; none of the staff member's own, and what was
 * handed to leads for leads alone.
 */
const waiting = ({ staffId, locale, now }: Reader) => sql`
  WITH parts AS (
    SELECT profile_id, submitted_at AS at, 0 AS photos, 0 AS videos FROM profile_reviews WHERE submitted_at > 0
    UNION ALL
    SELECT profile_id, created_at, kind = 'photo', kind = 'video' FROM media WHERE state = 'ready' AND is_encoded = 1
  ), items AS (
    SELECT 'profile' AS kind, p.id, p.name, p.city_id, p.state, min(parts.at) AS waiting_since,
      sum(parts.photos) AS photos, sum(parts.videos) AS videos, r.submitted_at IS NOT NULL AS is_submitted,
      (SELECT count(*) FROM profile_edits WHERE profile_id = p.id AND state = 'pending') AS edits,
      iif(r.claimed_until > ${now}, r.claimed_by, NULL) AS claimant_id,
      (SELECT count(*) FROM review_proposals AS q WHERE q.profile_id = p.id AND ${isOpen}) AS proposals,
      ${isEscalated(sql`p.id`)} AS is_escalated
    FROM parts JOIN profiles AS p ON p.id = parts.profile_id
    LEFT JOIN profile_reviews AS r ON r.profile_id = p.id
    WHERE p.owner_id <> ${staffId} AND ${mayReview(sql`p.id`, staffId, now)} GROUP BY p.id
    UNION ALL
    SELECT 'application', a.id, a.first_name, a.city_id, a.state, a.submitted_at,
      (SELECT count(*) FROM application_pictures WHERE application_id = a.id), 0, 0, 0,
      iif(a.state = 'in_review', a.staff_id, NULL), 0, 0
    FROM applications AS a WHERE a.state IN ('submitted', 'in_review') AND a.user_id IS NOT ${staffId}
  ), named AS (
    SELECT i.kind, i.id, i.name, i.state, i.waiting_since, i.photos, i.videos, i.edits, i.is_submitted, i.claimant_id,
      i.proposals, i.is_escalated, iif(i.is_escalated, 0, i.waiting_since) AS place,
      (SELECT name FROM city_texts WHERE city_id = i.city_id AND locale = ${textLanguage("city_texts", sql`i.city_id`, locale)}) AS city,
      ${nameOf(sql`i.claimant_id`)} AS claimant
    FROM items AS i
  )`

const isOfKind: Record<WaitingKind, SQL> = {
  profiles: sql`kind = 'profile' AND is_submitted = 1`,
  photos: sql`kind = 'profile' AND photos > 0`,
  videos: sql`kind = 'profile' AND videos > 0`,
  applications: sql`kind = 'application'`,
}

/** Returns what awaits staff, what was handed to leads first, then the longest waiting, and how many there are in all. */
export async function findWaiting(
  db: Database,
  { kind, ...reader }: Reader & { kind: WaitingKind | null },
  after: KeysetPlace | null,
  limit: number,
) {
  const within = kind === null ? sql`1` : isOfKind[kind]
  const beyond = after === null ? sql`1` : sql`(place, id) > (${after.at}, ${after.id})`
  const all = waiting(reader)
  const [rows, [counted]] = await read(
    db,
    sql<WaitingRow>`${all} SELECT kind, id, name, city, state, waiting_since, photos, videos, edits, claimant, claimant_id,
        proposals, is_escalated, place
      FROM named WHERE ${within} AND ${beyond} ORDER BY place, id LIMIT ${limit}`,
    sql<{ total: number }>`${all} SELECT count(*) AS total FROM items WHERE ${within}`,
  )
  return { rows, total: counted?.total ?? 0 }
}
