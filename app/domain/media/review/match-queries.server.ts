import { sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { reports } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import { openCase, openCaseOf, type StoredSubject } from "../../decisions/cases/queries.server"

/** A picture that a blocklist knows, in `distance` bits of 256. */
export interface ReportedMatch {
  id: string
  reference: string
  mediaId: string
  list: string
  distance: number
}

/**
 * Returns the statements that report a match to staff, first of all (trust-safety R12), if the picture was quarantined at
 * `now`. They say what the list says, and accuse nobody.
 */
export function insertHashMatch(db: Database, { mediaId, list, distance, ...report }: ReportedMatch, now: number) {
  const isQuarantined = sql`EXISTS (SELECT 1 FROM media WHERE id = ${mediaId} AND state = 'quarantined' AND updated_at = ${now})`
  const profileId = sql`(SELECT profile_id FROM media WHERE id = ${mediaId})`
  const subject: StoredSubject = {
    kind: "media",
    id: mediaId,
    userId: sql`(SELECT owner_id FROM profiles WHERE id = ${profileId})`,
    profileId,
  }
  const kind = { category: "illegal", priority: "P0", isSuspect: false } as const
  return [
    ...openCase(db, { id: report.id, ...kind, subject }, isQuarantined, now),
    insertSelect(
      db,
      reports,
      {
        ...report,
        ...kind,
        caseId: openCaseOf(subject),
        mediaId,
        state: "received",
        about: `/media/${mediaId}`,
        details: `Hash match: list ${list}, distance ${distance} of 256`,
        locale: "en",
        hidesMedia: false,
        createdAt: now,
        updatedAt: now,
      },
      sql`WHERE ${isQuarantined}`,
    ),
  ] as const
}
