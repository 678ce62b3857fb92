import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { isPaused } from "../decisions/cases/pause-queries.server"
import { isOfOthers, isOpenCase } from "../decisions/cases/queries.server"
import { mayReview } from "../decisions/second-look/queries.server"
import { selectOpenAppeals } from "../safety/appeals/queries.server"
import { openRequests } from "../safety/help/queries.server"
import { mayReply } from "../support/tickets/queries.server"
import { maxCounted, type QueueCount, type QueueName } from "./queues"

const atMost = sql.raw(`LIMIT ${maxCounted}`)
const isReady = sql`m.state = 'ready' AND m.is_encoded = 1`

/** Profiles of others whose media of a kind await review. Their number is limited, and so is that of each one's media. */
const profilesWith = (kind: "photo" | "video", staffId: string, now: number) => sql`
  SELECT w.id, (SELECT min(m.created_at) FROM media AS m WHERE m.profile_id = w.id AND m.kind = ${sql.raw(`'${kind}'`)} AND ${isReady}) AS since
  FROM (SELECT DISTINCT m.profile_id AS id FROM media AS m JOIN profiles AS p ON p.id = m.profile_id
    WHERE m.kind = ${sql.raw(`'${kind}'`)} AND ${isReady} AND p.owner_id <> ${staffId}
      AND ${mayReview(sql`p.id`, staffId, now)} ${atMost}) AS w`

const applications = (staffId: string) => sql`
  SELECT id, submitted_at AS since FROM applications WHERE state IN ('submitted', 'in_review') AND user_id IS NOT ${staffId} ${atMost}`

const media = (kind: "photo" | "video", staffId: string, now: number) => sql`
  SELECT m.id, m.created_at AS since FROM media AS m JOIN profiles AS p ON p.id = m.profile_id
  WHERE m.kind = ${sql.raw(`'${kind}'`)} AND ${isReady} AND p.owner_id <> ${staffId}
    AND ${mayReview(sql`p.id`, staffId, now)} ${atMost}`

/** Selects the items that wait in each queue for a member of staff, each with the time since which it does: up to a limit of them. */
const waiting: Record<QueueName, (staffId: string, now: number) => SQL> = {
  review: (staffId, now) => sql`
    SELECT id, since FROM (SELECT r.profile_id AS id, r.submitted_at AS since FROM profile_reviews AS r JOIN profiles AS p ON p.id = r.profile_id
      WHERE r.submitted_at > 0 AND p.owner_id <> ${staffId} AND ${mayReview(sql`p.id`, staffId, now)} ${atMost})
    UNION ALL SELECT id, since FROM (${profilesWith("photo", staffId, now)})
    UNION ALL SELECT id, since FROM (${profilesWith("video", staffId, now)})
    UNION ALL SELECT id, since FROM (${applications(staffId)})`,
  media: (staffId, now) => media("photo", staffId, now),
  videos: (staffId, now) => media("video", staffId, now),
  applications,
  identity: (staffId) => sql`SELECT id, created_at AS since FROM identity_checks
    WHERE provider = 'staff' AND status IN ('pending', 'processing') AND user_id IS NOT ${staffId} ${atMost}`,
  // None that waits for somebody's answer.
  cases: (staffId, now) => sql`
    SELECT id, created_at AS since FROM cases WHERE ${isOpenCase} AND NOT ${isPaused(now)} AND ${isOfOthers(staffId)} ${atMost}`,
  appeals: (staffId) => selectOpenAppeals(staffId, atMost),
  help: (staffId) => openRequests(staffId, atMost),
  // Nobody's, or the reader's own.
  tickets: (staffId, now) => sql`
    SELECT id, since FROM (SELECT id, updated_at AS since FROM tickets WHERE state = 'open' AND assignee_id IS NULL ${atMost})
    UNION ALL SELECT id, since FROM (SELECT id, updated_at AS since FROM tickets WHERE state = 'open' AND assignee_id IS NOT NULL
      AND assignee_id <> ${staffId} AND NOT ${mayReply(sql`assignee_id`, now)} ${atMost})
    UNION ALL SELECT id, since FROM (SELECT id, updated_at AS since FROM tickets WHERE state = 'open' AND assignee_id = ${staffId} ${atMost})`,
  mail: () => sql`SELECT id, created_at AS since FROM outbox_emails WHERE state = 'dead' ${atMost}`,
  "billing-issues": (staffId) => sql`
    SELECT id, created_at AS since FROM billing_issues WHERE state = 'open' AND user_id IS NOT ${staffId} ${atMost}`,
  "billing-requests": (staffId, now) => sql`SELECT id, created_at AS since FROM billing_requests WHERE state = 'pending'
    AND expires_at > ${now} AND staff_id IS NOT ${staffId} AND user_id IS NOT ${staffId} ${atMost}`,
  "country-changes": (staffId, now) => sql`SELECT id, created_at AS since FROM country_changes WHERE state = 'pending'
    AND expires_at > ${now} AND staff_id IS NOT ${staffId} ${atMost}`,
  "payment-events": () => sql`SELECT id, created_at AS since FROM payment_events WHERE state = 'failed' ${atMost}`,
  "dead-letters": () => sql`SELECT id, created_at AS since FROM dead_letters ${atMost}`,
}

const isUrgent: Partial<Record<QueueName, (staffId: string, now: number) => SQL>> = {
  cases: (staffId, now) => sql`EXISTS (SELECT 1 FROM cases WHERE ${isOpenCase} AND ${isOfOthers(staffId)}
    AND (priority = 'P0' OR (priority = 'P1' AND due_at < ${now} AND NOT ${isPaused(now)})))`,
}

/** Returns how much waits in each of these queues for a member of staff, and since when: a statement for each, one round trip. */
export async function countQueues(
  db: Database,
  names: readonly QueueName[],
  staffId: string,
  now: number,
): Promise<QueueCount[]> {
  if (names.length === 0) return []
  const counts = names.map(
    (name) => sql<{ waiting: number; oldest_at: number | null; is_urgent: 0 | 1 }>`
      SELECT count(DISTINCT id) AS waiting, min(since) AS oldest_at, ${isUrgent[name]?.(staffId, now) ?? sql`0`} AS is_urgent
      FROM (${waiting[name](staffId, now)})`,
  )
  const rows = await read(db, ...counts)
  return names.map((name, at) => ({
    name,
    count: Math.min(rows[at]?.[0]?.waiting ?? 0, maxCounted),
    oldest_at: rows[at]?.[0]?.oldest_at ?? null,
    is_urgent: rows[at]?.[0]?.is_urgent === 1,
  }))
}
