import { and, eq, gt, inArray, isNull, lt, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { media, videoParts, videos } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import { type MediaTexts, textsJson } from "../uploads/queries.server"

type State = (typeof media.$inferSelect)["state"]
export type Visibility = (typeof media.$inferSelect)["visibility"]

/** SQL id of a user's profile. */
const profileOf = (ownerId: string) => sql`(SELECT id FROM profiles WHERE owner_id = ${ownerId})`

export interface NewVideo {
  id: string
  profileId: string
  visibility: Visibility
  storageKey: string
  uploadKey: string
  uploadId: string
  clientId: string
  bytes: number
}

/** Of one profile: its videos, uploads that are open at once, and bytes of all uploads within 24 hours. */
export interface VideoLimits {
  videos: number
  open: number
  bytesPerDay: number
}

const DAY = 24 * 60 * 60_000

/** Inserts a video whose parts are to come, unless a limit is reached or the file is known. Returns whether it did. */
export async function insertVideo(db: Database, video: NewVideo, limits: VideoLimits, now: number): Promise<boolean> {
  const { uploadId, ...row } = video
  const ofProfile = sql`FROM media WHERE profile_id = ${video.profileId} AND kind = 'video'`
  const [inserted] = await db.batch([
    insertSelect(
      db,
      media,
      {
        ...row,
        kind: "video",
        state: "uploading",
        width: 0,
        height: 0,
        thumbhash: "",
        isEncoded: false,
        position: sql`(SELECT coalesce(max(position), 0) + 1 ${ofProfile})`,
        createdAt: now,
        updatedAt: now,
      },
      sql`WHERE (SELECT count(*) ${ofProfile} AND state NOT IN ('rejected', 'quarantined', 'deleted')) < ${limits.videos}
        AND (SELECT count(*) ${ofProfile} AND state = 'uploading') < ${limits.open}
        AND (SELECT coalesce(sum(bytes), 0) ${ofProfile} AND created_at > ${now - DAY}) + ${video.bytes}
          <= ${limits.bytesPerDay}`,
    ).onConflictDoNothing(),
    insertSelect(
      db,
      videos,
      { mediaId: video.id, uploadId },
      sql`WHERE EXISTS (SELECT 1 FROM media WHERE id = ${video.id})`,
    ),
  ])
  return inserted.meta.changes > 0
}

/** Counts the videos and bytes that count against the profile's limits. */
export async function countUsed(db: Database, profileId: string): Promise<{ videos: number; open: number }> {
  const [[used]] = await read(
    db,
    sql<{ videos: number; open: number }>`SELECT count(*) FILTER (
        WHERE state NOT IN ('rejected', 'quarantined', 'deleted')) AS videos,
        count(*) FILTER (WHERE state = 'uploading') AS open
      FROM media WHERE profile_id = ${profileId} AND kind = 'video'`,
  )
  return used ?? { videos: 0, open: 0 }
}

/** Returns the video that a client uploads, or has uploaded, under its id. */
export async function findByClient(db: Database, profileId: string, clientId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.profileId, profileId), eq(media.clientId, clientId), eq(media.kind, "video")))
    .limit(1)
  return row?.id ?? null
}

export interface OwnVideoRow
  extends RowOf<
    typeof media,
    | "id"
    | "visibility"
    | "state"
    | "width"
    | "height"
    | "thumbhash"
    | "is_encoded"
    | "version"
    | "bytes"
    | "client_id"
    | "duration"
    | "captions"
    | "reason"
    | "comment"
    | "approved_at"
    | "created_at"
  > {
  type: "mp4" | "webm" | null
  frame_width: number | null
  frame_height: number | null
  texts: JsonText<MediaTexts>
  /** Numbers of the stored parts. */
  parts: JsonText<number[]>
}

/** Returns a user's own videos, in order; `id` selects one. Not what they removed; rejected ones for a while. */
export async function findOwnVideos(
  db: Database,
  ownerId: string,
  { rejectedSince, id }: { rejectedSince: number; id?: string },
): Promise<OwnVideoRow[]> {
  const [rows] = await read(
    db,
    sql<OwnVideoRow>`SELECT m.id, m.visibility, m.state, m.width, m.height, m.thumbhash, m.is_encoded, m.version,
        m.bytes, m.client_id, m.duration, v.type, v.frame_width, v.frame_height, m.captions, m.reason, m.comment,
        m.approved_at, m.created_at, ${textsJson} AS texts, (SELECT coalesce(json_group_array(p.number), '[]')
          FROM (SELECT number FROM video_parts WHERE media_id = m.id ORDER BY number) AS p) AS parts
      FROM media AS m LEFT JOIN videos AS v ON v.media_id = m.id
      WHERE m.profile_id = ${profileOf(ownerId)} AND m.kind = 'video' AND m.removed_at IS NULL AND m.state <> 'deleted'
        AND (m.state NOT IN ('rejected', 'quarantined') OR m.updated_at >= ${rejectedSince})
        ${id === undefined ? sql`` : sql`AND m.id = ${id}`}
      ORDER BY m.position, m.id LIMIT 500`,
  )
  return rows
}

export interface UploadRow {
  id: string
  profileId: string
  ownerId: string
  state: State
  key: string | null
  uploadId: string
  bytes: number
}

const uploadColumns = sql`m.id, m.profile_id AS profileId, p.owner_id AS ownerId, m.state, m.upload_key AS key,
  v.upload_id AS uploadId, m.bytes`
const fromUploads = sql`FROM media AS m JOIN videos AS v ON v.media_id = m.id JOIN profiles AS p ON p.id = m.profile_id`

/** Returns the upload of a user's own video; null for others' and removed ones. */
export async function findOwnUpload(db: Database, ownerId: string, id: string): Promise<UploadRow | null> {
  const [rows] = await read(
    db,
    sql<UploadRow>`SELECT ${uploadColumns} ${fromUploads}
      WHERE m.id = ${id} AND p.owner_id = ${ownerId} AND m.removed_at IS NULL`,
  )
  return rows[0] ?? null
}

/** Returns the upload of a video of any owner. */
export async function findUpload(db: Database, id: string): Promise<UploadRow | null> {
  const [rows] = await read(db, sql<UploadRow>`SELECT ${uploadColumns} ${fromUploads} WHERE m.id = ${id}`)
  return rows[0] ?? null
}

/** Returns all uploads of a user's profile that may hold something at the provider. */
export async function findUploadsOf(db: Database, ownerId: string): Promise<UploadRow[]> {
  const [rows] = await read(
    db,
    sql<UploadRow>`SELECT ${uploadColumns} ${fromUploads} WHERE p.owner_id = ${ownerId} AND m.upload_key IS NOT NULL`,
  )
  return rows
}

interface Facts {
  type: "mp4" | "webm"
  width: number
  height: number
  duration: number
}

/** Ends an open upload, whose file is complete. Returns whether it was open. */
export async function closeUpload(db: Database, id: string, facts: Facts | null, now: number): Promise<boolean> {
  const [, closed] = await db.batch([
    setFrames(db, id, facts, "uploading"),
    db
      .update(media)
      .set({ state: "uploaded", duration: facts?.duration ?? null, version: sql`version + 1`, updatedAt: now })
      .where(and(eq(media.id, id), eq(media.state, "uploading"), isNull(media.removedAt))),
    db
      .delete(videoParts)
      .where(
        and(eq(videoParts.mediaId, id), sql`EXISTS (SELECT 1 FROM media WHERE id = ${id} AND state <> 'uploading')`),
      ),
  ])
  return closed.meta.changes > 0
}

function setFrames(db: Database, id: string, facts: Facts | null, state: State) {
  const isInState = sql`EXISTS (SELECT 1 FROM media WHERE id = ${id} AND state = ${state})`
  const frames = { frameWidth: facts?.width ?? null, frameHeight: facts?.height ?? null, type: facts?.type ?? null }
  return db
    .update(videos)
    .set(frames)
    .where(and(eq(videos.mediaId, id), isInState))
}

/** Removes an open upload: its file is refused, or nobody continued it since `before`. Returns whether it was open. */
export async function dropUpload(db: Database, id: string, now: number, before = Infinity): Promise<boolean> {
  const dropped = await db
    .update(media)
    .set({ state: "deleted", removedAt: now, clientId: null, version: sql`version + 1`, updatedAt: now })
    .where(
      and(
        eq(media.id, id),
        eq(media.state, "uploading"),
        before === Infinity ? undefined : lt(media.updatedAt, before),
      ),
    )
  return dropped.meta.changes > 0
}

/** Returns open uploads that nobody continued since `before`. */
export async function findAbandoned(db: Database, before: number, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(
      and(eq(media.state, "uploading"), lt(media.updatedAt, before), gt(media.id, after), sql`state <> 'approved'`),
    )
    .orderBy(media.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

export type ClaimedVideo = typeof media.$inferSelect

/** Claims a video for processing until `leaseUntil`. Returns null if there is nothing to do, or another worker is at it. */
export async function claimVideo(
  db: Database,
  id: string,
  now: number,
  leaseUntil: number,
): Promise<ClaimedVideo | null> {
  const [row] = await db
    .update(media)
    .set({ leaseUntil, state: "processing", updatedAt: now })
    .where(
      sql`${media.id} = ${id} AND kind = 'video' AND removed_at IS NULL AND (state = 'uploaded'
        OR (state = 'processing' AND coalesce(lease_until, 0) <= ${now}))`,
    )
    .returning()
  return row ?? null
}

interface FinishedVideo {
  lease: { id: string; leaseUntil: number }
  facts: Facts
  sha256: string
  now: number
}

/** Returns statements that leave a processed video ready for review, if the worker still holds the lease. */
export function finishVideo(db: Database, { lease, facts, sha256, now }: FinishedVideo) {
  const isHeld = and(eq(media.id, lease.id), eq(media.state, "processing"), eq(media.leaseUntil, lease.leaseUntil))
  return [
    setFrames(db, lease.id, facts, "processing"),
    db
      .update(media)
      .set({
        state: "ready",
        leaseUntil: null,
        sha256,
        duration: facts.duration,
        version: sql`version + 1`,
        updatedAt: now,
      })
      .where(isHeld),
  ] as const
}

/** States in which nobody but the owner and staff sees a video. */
const unpublished: State[] = ["uploading", "uploaded", "processing", "failed", "ready"]

const isOwnDraft = (ownerId: string, id: string, version: SQL | number) =>
  and(
    eq(media.id, id),
    eq(media.kind, "video"),
    sql`${media.version} = ${version}`,
    sql`${media.profileId} = ${profileOf(ownerId)}`,
    isNull(media.removedAt),
    inArray(media.state, unpublished),
  )

/**
 * Reserves a video that is not public yet for a change of its files: its version changes, and staff cannot approve it
 * until the change is saved. Returns the new version and whether it had a poster; null if it changed meanwhile.
 */
export async function reserveFiles(db: Database, ownerId: string, id: string, version: number): Promise<boolean> {
  const reserved = await db
    .update(media)
    .set({ version: version + 1, isEncoded: false })
    .where(isOwnDraft(ownerId, id, version))
  return reserved.meta.changes > 0
}

/** Returns a statement that quarantines an own video that is not public, for a poster that a blocklist knows. */
export function quarantineDraft(
  db: Database,
  { ownerId, id, version }: { ownerId: string; id: string; version: number },
  hash: { pdq: string; pdqQuality: number },
  now: number,
) {
  return db
    .update(media)
    .set({
      ...hash,
      state: "quarantined",
      reason: "unprocessable",
      clientId: null,
      leaseUntil: null,
      version: version + 1,
      updatedAt: now,
    })
    .where(isOwnDraft(ownerId, id, version))
}

export interface FilesChange {
  captions?: string
  poster?: { width: number; height: number; thumbhash: string; pdq: string; pdqQuality: number }
}

/** Saves what a reserved video's files are now. Returns whether it still was reserved with this version. */
export async function saveFiles(
  db: Database,
  ownerId: string,
  id: string,
  { version, captions, poster }: FilesChange & { version: number },
): Promise<boolean> {
  const saved = await db
    .update(media)
    .set({
      ...(captions !== undefined && { captions }),
      ...poster,
      isEncoded: sql`${poster ? 1 : sql`width > 0`}`,
      version: version + 1,
    })
    .where(isOwnDraft(ownerId, id, version))
  return saved.meta.changes > 0
}

/**
 * Returns a statement that changes an own video's version and visibility; `hidden` ones are shown to nobody else. With
 * texts, an approved one remains.
 */
export function setVisibility(
  db: Database,
  { ownerId, id, version }: { ownerId: string; id: string; version: number },
  { visibility, hasTexts }: { visibility?: Visibility; hasTexts: boolean },
) {
  return db
    .update(media)
    .set({ version: version + 1, ...(visibility && { visibility }) })
    .where(
      and(
        eq(media.id, id),
        eq(media.kind, "video"),
        eq(media.version, version),
        sql`${media.profileId} = ${profileOf(ownerId)}`,
        isNull(media.removedAt),
        inArray(media.state, hasTexts ? unpublished : [...unpublished, "approved", "reported"]),
      ),
    )
}
