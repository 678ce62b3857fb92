import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { MediaReason } from "~/db/enums"
import { media, mediaTexts } from "~/db/schema"
import type { KeysetPlace } from "../../shared/keyset-cursor"
import { textsJson } from "../uploads/queries.server"

type State = (typeof media.$inferSelect)["state"]

/** SQL condition: the medium is not of this staff member's own profile. */
const isOthers = (staffId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM profiles AS own WHERE own.id = profile_id AND own.owner_id = ${staffId})`

export interface QueueRow {
  id: string
  kind: "photo" | "video"
  visibility: "public" | "private" | "hidden"
  version: number
  width: number
  height: number
  pdq_quality: number | null
  created_at: number
  profile_id: string
  profile_name: string
  profile_slug: string
  /** JSON: texts by locale. */
  texts: string
  captions: string
  type: "mp4" | "webm" | null
}

/** Returns media that await review, oldest first, without the staff member's own. */
export async function findQueue(
  db: Database,
  staffId: string,
  after: KeysetPlace | null,
  limit: number,
): Promise<QueueRow[]> {
  const [rows] = await read(
    db,
    sql<QueueRow>`SELECT m.id, m.kind, m.visibility, m.version, m.width, m.height, m.pdq_quality, m.created_at,
        m.profile_id, p.name AS profile_name, p.slug AS profile_slug, ${textsJson} AS texts, m.captions,
        (SELECT type FROM videos WHERE media_id = m.id) AS type
      FROM media AS m JOIN profiles AS p ON p.id = m.profile_id
      WHERE m.state = 'ready' AND m.is_encoded = 1 AND p.owner_id <> ${staffId}
        ${after ? sql`AND (m.created_at, m.id) > (${after.at}, ${after.id})` : sql``}
      ORDER BY m.created_at, m.id LIMIT ${limit}`,
  )
  return rows
}

export interface ReviewedRow {
  state: State
  version: number
  profileId: string
  ownerId: string
}

/** Returns a medium that staff may review: not one of their own. */
export async function findReviewable(db: Database, staffId: string, id: string): Promise<ReviewedRow | null> {
  const [rows] = await read(
    db,
    sql<ReviewedRow>`SELECT m.state, m.version, m.profile_id AS profileId, p.owner_id AS ownerId
      FROM media AS m JOIN profiles AS p ON p.id = m.profile_id
      WHERE m.id = ${id} AND m.state NOT IN ('quarantined', 'deleted') AND p.owner_id <> ${staffId}`,
  )
  return rows[0] ?? null
}

interface Decision {
  id: string
  version: number
  staffId: string
}

/** Returns a statement that approves a medium in the version that staff saw, once all its variants are stored. */
export function approve(db: Database, { id, version, staffId }: Decision, now: number) {
  return db
    .update(media)
    .set({
      ...{ state: "approved", version: version + 1, reason: null, comment: null },
      ...{ reviewedBy: staffId, reviewedAt: now, approvedAt: now, updatedAt: now },
    })
    .where(
      and(eq(media.id, id), eq(media.state, "ready"), eq(media.isEncoded, true), isVersion(version), isOthers(staffId)),
    )
}

/**
 * Returns a statement that rejects a medium in the version that staff saw. What could identify the picture goes: the row
 * remains to say why.
 */
export function reject(
  db: Database,
  { id, version, staffId }: Decision,
  { reason, comment, from }: { reason: MediaReason; comment: string | null; from: State[] },
  now: number,
) {
  return db
    .update(media)
    .set({
      ...{ state: "rejected", version: version + 1, reason, comment, approvedAt: null },
      ...{ thumbhash: "", sha256: null, pdq: null, pdqQuality: null, crop: null, width: 0, height: 0 },
      clientId: sql`iif(kind = 'video', NULL, client_id)`,
      ...{ reviewedBy: staffId, reviewedAt: now, updatedAt: now },
    })
    .where(and(eq(media.id, id), inArray(media.state, from), isVersion(version), isOthers(staffId)))
}

const isVersion = (version: number) => eq(media.version, version)

/** SQL condition: this staff member gave the medium this state at `now`. */
export function isReviewedNow(id: string, state: "approved" | "rejected", staffId: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM media WHERE id = ${id} AND state = ${state}
    AND reviewed_by = ${staffId} AND reviewed_at = ${now})`
}

/** Returns a statement that deletes the texts of a medium if `when` holds. */
export function deleteTexts(db: Database, id: string, when: SQL) {
  return db.delete(mediaTexts).where(and(eq(mediaTexts.mediaId, id), when))
}

export interface HitRow {
  id: string
  profile_id: string
  reference: string
  details: string
  created_at: number
}

/** Returns quarantined media with the reports that name them, latest first; never a picture. */
export async function findHits(db: Database, limit: number): Promise<HitRow[]> {
  const [rows] = await read(
    db,
    sql<HitRow>`SELECT m.id, m.profile_id, r.reference, r.details, r.created_at
      FROM media AS m JOIN reports AS r ON r.media_id = m.id AND r.priority = 'P0'
      WHERE m.state = 'quarantined' AND m.state <> 'approved' ORDER BY m.updated_at DESC LIMIT ${limit}`,
  )
  return rows
}
