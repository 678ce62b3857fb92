import { sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { type OwnReport, reportOwn } from "../../decisions/cases/report-queries.server"

/** A picture that a blocklist knows, in `distance` bits of 256. */
export interface Match {
  list: string
  distance: number
}

/** Returns how a match is reported to staff, first of all (trust-safety R12): it says what the list says, and accuses nobody. */
export function reportOfMatch({ list, distance }: Match) {
  const details = `Hash match: list ${list}, distance ${distance} of 256`
  return { category: "illegal", priority: "P0", details } as const satisfies Partial<OwnReport>
}

/** Returns the statements that report a match of a media item, if it was quarantined at `now`. */
export function insertHashMatch(
  db: Database,
  { id, mediaId, ...match }: Match & { id: string; mediaId: string },
  now: number,
) {
  const isQuarantined = sql`EXISTS (SELECT 1 FROM media WHERE id = ${mediaId} AND state = 'quarantined' AND updated_at = ${now})`
  const profileId = sql`(SELECT profile_id FROM media WHERE id = ${mediaId})`
  const userId = sql`(SELECT owner_id FROM profiles WHERE id = ${profileId})`
  const subject = { kind: "media", id: mediaId, userId, profileId } as const
  return reportOwn(
    db,
    { id, ...reportOfMatch(match), subject, mediaId, about: `/media/${mediaId}` },
    isQuarantined,
    now,
  )
}
