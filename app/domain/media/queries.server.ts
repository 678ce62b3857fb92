import { and, eq, inArray, isNull, not, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { isAgreedSql } from "~/db/publication"
import { media, users } from "~/db/schema"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import { isBlockedPair } from "../chat/block-queries.server"
import { isShownTo } from "../chat/hiding/queries.server"
import type { Reader } from "../chat/hiding/reader.server"
import type { Viewer } from "./private-access.server"
import { isPrivateOpen } from "./private-access-queries.server"

/** SQL id of the published profile with this slug. */
const ofPublished = (slug: string) => sql`(SELECT id FROM profiles WHERE slug = ${slug} AND state = 'published')`
/** SQL id of the published profile with this slug, if its owner meets a condition (on `owner_id`). */
const ofOwnerWho = (slug: string, isSo: SQL) =>
  sql`(SELECT id FROM profiles WHERE slug = ${slug} AND state = 'published' AND ${isSo})`

/** SQL condition: everyone in the media item (an id) agreed to its publication (trust-safety R7). */
export const isAgreed = (mediaId: "id" | "m.id") => sql.raw(isAgreedSql(mediaId === "id" ? "media.id" : mediaId))

export interface ServedRow extends RowOf<typeof media, "kind" | "storage_key" | "width" | "captions"> {
  visibility: "public" | "private"
}

/**
 * Returns an approved media item of a published profile: a public one, or a private one for a `viewer` (the holder of a
 * pass, or null) to whom its owner opens the private gallery, unless the profile is hidden from the reader. Owners see their own before that, and staff what they
 * review, as private ones, and owners their hidden ones; nobody sees quarantined media. Nor does the public see anybody
 * who did not agree to it.
 */
export async function findServed(
  db: Database,
  id: string,
  viewer: Viewer | null,
  reader: Reader,
): Promise<ServedRow | null> {
  const isSeen = sql`${isPrivateOpen(viewer, sql`p.owner_id`)} AND ${isShownTo(reader, "p")}`
  const isOwn = viewer === null ? sql`0` : sql`p.owner_id = ${viewer.id} AND m.removed_at IS NULL`
  const isReviewed = viewer?.isReviewer ? sql`m.state IN ('ready', 'approved', 'reported')` : sql`0`
  const isPublished = sql`m.state = 'approved' AND p.state = 'published' AND ${isAgreed("m.id")}`
  const [rows] = await read(
    db,
    sql<ServedRow>`
    SELECT m.kind, iif(${isPublished} AND m.visibility = 'public', 'public', 'private') AS visibility, m.storage_key, m.width, m.captions
    FROM media AS m JOIN profiles AS p ON p.id = m.profile_id
    WHERE m.id = ${id} AND (
      (${isPublished} AND (m.visibility = 'public' OR (m.visibility = 'private' AND ${isSeen})))
      OR (m.state IN ('ready', 'approved', 'reported') AND ${isOwn}) OR ${isReviewed})`,
  )
  return rows[0] ?? null
}

export interface MediaRow
  extends RowOf<typeof media, "id" | "kind" | "width" | "height" | "thumbhash" | "duration" | "captions"> {
  /** Empty if there is none in the language. */
  alt: string
  /** Of a video; null for seeded ones, which are MP4. */
  type: "mp4" | "webm" | null
  /** Titles and descriptions by locale. */
  texts: JsonText<Record<string, { title: string; description: string }>>
}

/** Columns of a media item that is shown, with the text that describes it in a language. */
const shownColumns = (locale: Locale) => sql`id, kind, width, height, thumbhash, duration, captions,
  coalesce((SELECT alt FROM media_texts WHERE media_id = media.id AND locale = ${locale}), '') AS alt,
  (SELECT type FROM videos WHERE media_id = media.id) AS type,
  (SELECT coalesce(json_group_object(locale, json_object('title', title, 'description', description)), '{}')
    FROM media_texts WHERE media_id = media.id) AS texts`

/** Selects a profile's public photos or videos, in order. */
export function selectPublicMedia(slug: string, kind: "photo" | "video", limit: number, locale: Locale) {
  return sql<MediaRow>`
    SELECT ${shownColumns(locale)} FROM media
    WHERE profile_id = ${ofPublished(slug)} AND kind = ${kind} AND visibility = 'public' AND state = 'approved'
      AND ${isAgreed("id")}
    ORDER BY position LIMIT ${limit}`
}

/** Selects a profile's private photos or videos, in order: none unless they are open to the viewer. */
export function selectPrivateMedia(
  viewer: Viewer | null,
  slug: string,
  kind: "photo" | "video",
  { limit, locale }: { limit: number; locale: Locale },
) {
  return sql<MediaRow>`
    SELECT ${shownColumns(locale)} FROM media
    WHERE profile_id = ${ofOwnerWho(slug, isPrivateOpen(viewer, sql`owner_id`))} AND kind = ${kind} AND visibility = 'private' AND state = 'approved'
      AND ${isAgreed("id")}
    ORDER BY position LIMIT ${limit}`
}

/**
 * Selects what everyone may know of private media: kind and thumbhash (25 bytes of colours). None if they are open to the
 * viewer.
 */
export function selectPlaceholders(viewer: Viewer | null, slug: string, kind: "photo" | "video", limit: number) {
  return sql<Pick<MediaRow, "kind" | "thumbhash">>`
    SELECT kind, thumbhash FROM media
    WHERE profile_id = ${ofOwnerWho(slug, sql`NOT ${isPrivateOpen(viewer, sql`owner_id`)}`)} AND kind = ${kind} AND visibility = 'private' AND state = 'approved' AND ${isAgreed("id")}
    ORDER BY position LIMIT ${limit}`
}

/** Counts a profile's media by kind and visibility. */
export function countMedia(slug: string) {
  return sql<{ kind: "photo" | "video"; visibility: "public" | "private"; media: number }>`
    SELECT kind, visibility, count(*) AS media FROM media
    WHERE profile_id = ${ofPublished(slug)} AND state = 'approved' AND ${isAgreed("id")} GROUP BY kind, visibility`
}

type State = (typeof media.$inferSelect)["state"]

/** Returns a statement that moves a media item from one state to another if `when` holds. */
export function moveMediaItem(db: Database, id: string, change: { from: State; to: State; when: SQL }, now: number) {
  const { from, to, when } = change
  return db
    .update(media)
    .set({ state: to, updatedAt: now })
    .where(and(eq(media.id, id), eq(media.state, from), when))
}

/**
 * Returns a statement that quarantines a profile's media if `when` holds (trust-safety R3): all of them, or those that
 * `of` selects. Their owner sees them as rejected.
 */
export function quarantineMedia(
  db: Database,
  { profileId, of }: { profileId: string; of: SQL | undefined },
  when: SQL,
  now: number,
) {
  return db
    .update(media)
    .set({ state: "quarantined", reason: "unprocessable", version: sql`version + 1`, leaseUntil: null, updatedAt: now })
    .where(
      and(
        eq(media.profileId, profileId),
        inArray(media.state, ["uploaded", "processing", "failed", "ready", "approved", "reported"]),
        of,
        when,
      ),
    )
}

/** Returns whether this is a user's current avatar, and there is no block between `viewer` and the user. */
export async function isServedAvatar(db: Database, viewer: string, userId: string, version: string): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.avatarVersion, version), not(isBlockedPair(viewer, sql`${users.id}`))))
    .limit(1)
  return user !== undefined
}

/** Returns a statement that stores, if `when` holds, whether others are in a media item of a profile that its owner has not removed. */
export function setDeclaration(
  db: Database,
  { profileId, mediaId, hasOthers, when }: { profileId: string; mediaId: string; hasOthers: boolean; when: SQL },
  now: number,
) {
  return db
    .update(media)
    .set({ hasOthers, declaredAt: now })
    .where(and(eq(media.id, mediaId), eq(media.profileId, profileId), isNull(media.removedAt), when))
}

/**
 * Returns a statement that stores whether others are in those of a profile's media items (`ids`: an array as JSON) of which
 * nobody has said it, if `when` holds of each.
 */
export function setFirstDeclarations(
  db: Database,
  { profileId, ids, hasOthers, when }: { profileId: string; ids: string; hasOthers: boolean; when: SQL },
  now: number,
) {
  return db
    .update(media)
    .set({ hasOthers, declaredAt: now })
    .where(
      and(
        inArray(media.id, sql`(SELECT value FROM json_each(${ids}))`),
        eq(media.profileId, profileId),
        isNull(media.removedAt),
        isNull(media.hasOthers),
        when,
      ),
    )
}

/** Returns a media item's kind; null if there is none. */
export async function findKind(db: Database, id: string): Promise<"photo" | "video" | null> {
  const [row] = await db.select({ kind: media.kind }).from(media).where(eq(media.id, id)).limit(1)
  return row?.kind ?? null
}
