import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { MediaReason, reviewedStates } from "~/db/enums"
import { endedMedia, media, type reports } from "~/db/schema"
import type { ConsentState } from "~/db/schema/profiles/consent"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import type { KeysetPlace } from "../../core/shared/keyset-cursor"
import type { SubjectCases } from "../../decisions/cases/about"
import { casesJson } from "../../decisions/cases/about-queries.server"
import { mayReview, type OpenProposal, proposalJson } from "../../decisions/second-look/queries.server"
import { isAgreed } from "../queries.server"
import { type MediaTexts, textsJson } from "../uploads/queries.server"
import type { MediaFate } from "./schema"

type State = (typeof media.$inferSelect)["state"]
type ListedState = (typeof reviewedStates)[number]

/** SQL condition: the media item is not of this staff member's own profile. */
const isOthers = (staffId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM profiles AS own WHERE own.id = profile_id AND own.owner_id = ${staffId})`

export interface QueueRow
  extends RowOf<
    typeof media,
    | "id"
    | "kind"
    | "visibility"
    | "version"
    | "width"
    | "height"
    | "pdq_quality"
    | "created_at"
    | "profile_id"
    | "captions"
    | "duration"
    | "reason"
    | "comment"
    | "has_others"
  > {
  state: ListedState
  profile_name: string
  profile_slug: string
  texts: JsonText<MediaTexts>
  type: "mp4" | "webm" | null
  is_agreed: 0 | 1
  /** States of the consents of the people in it. */
  answers: JsonText<ConsentState[]>
  /** Fates of the media that it is like. */
  likenesses: JsonText<MediaFate[]>
  /** The decision that awaits a second look. */
  proposal: JsonText<OpenProposal> | null
  cases: JsonText<SubjectCases> | null
}

/** The staff member who lists media; `casesReader`: their id if they may read cases. */
interface Reader {
  staffId: string
  casesReader: string | null
}

/** JSON of what became of a media item's likes, none of those that nothing happened to. */
const likenessesJson = sql`(SELECT json_group_array(DISTINCT fate) FROM (
  SELECT e.ending AS fate FROM media_likenesses AS l JOIN ended_media AS e ON e.media_id = l.like_id WHERE l.media_id = m.id
  UNION ALL SELECT 'reported' FROM media_likenesses AS l JOIN media AS o ON o.id = l.like_id
    WHERE l.media_id = m.id AND o.state = 'reported'
  UNION ALL SELECT c.state FROM media_likenesses AS l JOIN media_consents AS c ON c.media_id = l.like_id
    WHERE l.media_id = m.id AND c.state <> 'granted'))`

/** Columns of listed media; staff's words to each other are not for the owner, also if they are staff. */
const listedFor = ({
  staffId,
  casesReader,
}: Reader) => sql`m.id, m.kind, m.state, m.visibility, m.version, m.width, m.height, m.pdq_quality, m.created_at,
  m.profile_id, p.name AS profile_name, p.slug AS profile_slug, ${textsJson} AS texts, m.captions, m.duration,
  m.reason, m.comment, (SELECT type FROM videos WHERE media_id = m.id) AS type, m.has_others, ${isAgreed("m.id")} AS is_agreed,
  (SELECT json_group_array(state) FROM media_consents WHERE media_id = m.id) AS answers, ${likenessesJson} AS likenesses,
  iif(p.owner_id = ${staffId}, NULL, ${proposalJson(sql`m.id`)}) AS proposal,
  ${casesJson("media", sql`m.id`, casesReader)} AS cases
  FROM media AS m JOIN profiles AS p ON p.id = m.profile_id`

/** SQL condition on `media`, as the partial index of the queue has it: it awaits review. */
const awaitsReview = sql`m.state = 'ready' AND m.is_encoded = 1`

interface QueueSearch extends Reader {
  now: number
  kind: "photo" | "video" | null
  state: ListedState
  after: KeysetPlace | null
  limit: number
}

/**
 * Returns media in a state, without the staff member's own: those that await review oldest first, without what was handed
 * to leads unless they are one, the others newest first.
 */
export async function findQueue(
  db: Database,
  { staffId, casesReader, now, kind, state, after, limit }: QueueSearch,
): Promise<QueueRow[]> {
  const isOldestFirst = state === "ready"
  const [beyond, order] = isOldestFirst ? [sql`>`, sql``] : [sql`<`, sql`DESC`]
  const [rows] = await read(
    db,
    sql<QueueRow>`SELECT ${listedFor({ staffId, casesReader })}
      WHERE ${isOldestFirst ? awaitsReview : sql`m.state = ${state}`} AND p.owner_id <> ${staffId}
        ${kind === null ? sql`` : sql`AND m.kind = ${kind}`}
        ${isOldestFirst ? sql`AND ${mayReview(sql`m.profile_id`, staffId, now)}` : sql``}
        ${after ? sql`AND (m.created_at, m.id) ${beyond} (${after.at}, ${after.id})` : sql``}
      ORDER BY m.created_at ${order}, m.id ${order} LIMIT ${limit}`,
  )
  return rows
}

/** Returns the media of a profile that staff may see, in its order: what was sent back only since `since` (epoch ms). */
export async function findOfProfile(
  db: Database,
  profileId: string,
  { staffId, casesReader, since, limit }: Reader & { since: number; limit: number },
): Promise<QueueRow[]> {
  const [rows] = await read(
    db,
    sql<QueueRow>`SELECT ${listedFor({ staffId, casesReader })}
      WHERE m.profile_id = ${profileId} AND m.removed_at IS NULL
        AND ((${awaitsReview}) OR m.state IN ('approved', 'reported') OR (m.state = 'rejected' AND m.updated_at > ${since}))
      ORDER BY m.state <> 'ready', m.position, m.id LIMIT ${limit}`,
  )
  return rows
}

export interface ReviewedRow {
  state: State
  version: number
  profileId: string
  ownerId: string
}

/** Returns a media item that staff may review: not one of their own. */
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

/** Returns a statement that approves a media item in the version that staff saw, once all its variants are stored, if `when` holds. */
export function approve(db: Database, { id, version, staffId }: Decision, when: SQL, now: number) {
  return db
    .update(media)
    .set({
      state: "approved",
      version: version + 1,
      reason: null,
      comment: null,
      reviewedBy: staffId,
      reviewedAt: now,
      approvedAt: now,
      updatedAt: now,
    })
    .where(
      and(
        eq(media.id, id),
        eq(media.state, "ready"),
        eq(media.isEncoded, true),
        isVersion(version),
        isOthers(staffId),
        when,
      ),
    )
}

/** SQL condition: `reject` would find the media item, in the version that staff saw. */
export function isReviewable({ id, version, staffId }: Decision, from: readonly State[]): SQL {
  return sql`EXISTS (SELECT 1 FROM media WHERE ${and(eq(media.id, id), inArray(media.state, [...from]), isVersion(version), isOthers(staffId))})`
}

/**
 * Returns a statement that rejects a media item in the version that staff saw. Its files stay until `heldUntil` (epoch ms),
 * since an appeal may bring it back; afterwards `ended_media` recognises it when it is uploaded again.
 */
export function reject(
  db: Database,
  { id, version, staffId }: Decision,
  rejection: { reason: MediaReason; comment: string | null; from: readonly State[]; heldUntil: number; when: SQL },
  now: number,
) {
  const { reason, comment, from, heldUntil, when } = rejection
  return db
    .update(media)
    .set({
      state: "rejected",
      version: version + 1,
      reason,
      comment,
      approvedAt: null,
      heldUntil,
      clientId: sql`iif(kind = 'video', NULL, client_id)`,
      reviewedBy: staffId,
      reviewedAt: now,
      updatedAt: now,
    })
    .where(and(eq(media.id, id), inArray(media.state, [...from]), isVersion(version), isOthers(staffId), when))
}

const isVersion = (version: number) => eq(media.version, version)

/** SQL condition: this staff member gave the media item this state at `now`. */
export function isReviewedNow(id: string, state: "approved" | "rejected", staffId: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM media WHERE id = ${id} AND state = ${state}
    AND reviewed_by = ${staffId} AND reviewed_at = ${now})`
}

/**
 * Returns the statements that bring a rejected media item back to the state it had. Its files are there as long as its row: what
 * deletes them waits for an open appeal, also beyond `held_until`.
 */
export function restoreRejected(
  db: Database,
  id: string,
  { to, when }: { to: "ready" | "approved"; when: SQL },
  now: number,
) {
  const isRestored = sql`EXISTS (SELECT 1 FROM media WHERE id = ${id} AND state = ${to} AND updated_at = ${now})`
  return [
    db
      .update(media)
      .set({
        state: to,
        heldUntil: null,
        reason: null,
        comment: null,
        approvedAt: to === "approved" ? now : null,
        version: sql`version + 1`,
        updatedAt: now,
      })
      .where(
        and(eq(media.id, id), eq(media.state, "rejected"), sql`held_until IS NOT NULL`, sql`removed_at IS NULL`, when),
      ),
    db.delete(endedMedia).where(and(eq(endedMedia.mediaId, id), isRestored)),
  ] as const
}

export type HitRow = RowOf<typeof media, "id" | "profile_id"> &
  RowOf<typeof reports, "details" | "created_at"> & { case_reference: string }

/** Returns quarantined media with the reports that name them, latest first; never a picture. */
export async function findHits(db: Database, limit: number): Promise<HitRow[]> {
  const [rows] = await read(
    db,
    sql<HitRow>`SELECT m.id, m.profile_id, c.reference AS case_reference, r.details, r.created_at
      FROM media AS m JOIN reports AS r ON r.media_id = m.id AND r.priority = 'P0' JOIN cases AS c ON c.id = r.case_id
      WHERE m.state = 'quarantined' AND m.state <> 'approved' ORDER BY m.updated_at DESC LIMIT ${limit}`,
  )
  return rows
}
