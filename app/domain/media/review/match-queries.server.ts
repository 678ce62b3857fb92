import { sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { reports } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import { dueAt } from "../../core/deadlines/deadlines"

/** A picture that a blocklist knows, in `distance` bits of 256. */
export interface ReportedMatch {
  id: string
  reference: string
  mediaId: string
  list: string
  distance: number
}

/**
 * Returns a statement that reports a match to staff, first of all (trust-safety R12), if the picture was quarantined at
 * `now`. It says what the list says, and accuses nobody.
 */
export function insertHashMatch(db: Database, { mediaId, list, distance, ...report }: ReportedMatch, now: number) {
  const isQuarantined = sql`EXISTS (SELECT 1 FROM media WHERE id = ${mediaId} AND state = 'quarantined' AND updated_at = ${now})`
  return insertSelect(
    db,
    reports,
    {
      ...report,
      mediaId,
      category: "illegal",
      priority: "P0",
      state: "received",
      dueAt: dueAt("P0", now),
      about: `/media/${mediaId}`,
      details: `Hash match: list ${list}, distance ${distance} of 256`,
      locale: "en",
      isSuspect: false,
      hidesMedia: false,
      createdAt: now,
      updatedAt: now,
    },
    sql`WHERE ${isQuarantined}`,
  )
}
