import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { media, mediaTexts } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import type { Crop } from "../pictures/png.server"

export type State = (typeof media.$inferSelect)["state"]

/** SQL id of a user's profile. */
const profileOf = (ownerId: string) => sql`(SELECT id FROM profiles WHERE owner_id = ${ownerId})`

/** States in which a media item counts towards the limits of a profile; a quarantined one as little as a rejected one. */
const counted = sql`state NOT IN ('rejected', 'quarantined', 'deleted')`

export interface NewUpload {
  id: string
  profileId: string
  visibility: "public" | "private"
  storageKey: string
  uploadKey: string
  clientId: string
  bytes: number
  sha256: string
  crop: JsonText<Crop> | null
}

/**
 * Inserts an uploaded photo, last in order, unless its profile has reached a limit or knows the client's id, or `when`
 * does not hold. Returns whether it did.
 */
export async function insertUpload(
  db: Database,
  upload: NewUpload,
  limits: { photos: number; bytes: number; when?: SQL },
  now: number,
): Promise<boolean> {
  const { profileId, bytes } = upload
  const ofProfile = sql`FROM media WHERE profile_id = ${profileId} AND kind = 'photo'`
  const inserted = await insertSelect(
    db,
    media,
    {
      ...upload,
      kind: "photo",
      state: "uploaded",
      width: 0,
      height: 0,
      thumbhash: "",
      isEncoded: false,
      position: sql`(SELECT coalesce(max(position), 0) + 1 ${ofProfile})`,
      createdAt: now,
      updatedAt: now,
    },
    sql`WHERE (SELECT count(*) ${ofProfile} AND ${counted}) < ${limits.photos}
      AND (SELECT coalesce(sum(bytes), 0) ${ofProfile} AND upload_key IS NOT NULL) + ${bytes} <= ${limits.bytes}
      AND ${limits.when ?? sql`true`}`,
  ).onConflictDoNothing()
  return inserted.meta.changes > 0
}

/** Returns the id of the media item that a client uploaded under its id, also one that is removed. */
export async function findByClient(db: Database, profileId: string, clientId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.profileId, profileId), eq(media.clientId, clientId)))
    .limit(1)
  return row?.id ?? null
}

export interface OwnRow
  extends RowOf<
    typeof media,
    | "id"
    | "kind"
    | "visibility"
    | "state"
    | "width"
    | "height"
    | "thumbhash"
    | "version"
    | "reason"
    | "comment"
    | "approved_at"
    | "created_at"
  > {
  texts: JsonText<MediaTexts>
}

/** Texts of a media item by locale. */
export type MediaTexts = Record<string, { alt: string; title: string; description: string }>

/** JSON of a media item's texts by locale. */
export const textsJson = sql<JsonText<MediaTexts>>`(SELECT coalesce(json_group_object(t.locale,
  json_object('alt', t.alt, 'title', t.title, 'description', t.description)), '{}')
  FROM media_texts AS t WHERE t.media_id = m.id)`

/**
 * SQL condition of what an owner sees: not what they removed, and neither rejected nor quarantined media for longer than
 * rejected ones are retained, so that the two look the same.
 */
const isSeenByOwner = (rejectedSince: number) => sql`removed_at IS NULL AND state <> 'deleted'
  AND (state NOT IN ('rejected', 'quarantined') OR updated_at >= ${rejectedSince})`

/** Returns a user's own media, photos first, in order; `id` selects one of them. */
export async function findOwn(
  db: Database,
  ownerId: string,
  { rejectedSince, id }: { rejectedSince: number; id?: string },
): Promise<OwnRow[]> {
  const [rows] = await read(
    db,
    sql<OwnRow>`SELECT m.id, m.kind, m.visibility, m.state, m.width, m.height, m.thumbhash, m.version, m.reason,
        m.comment, m.approved_at, m.created_at, ${textsJson} AS texts
      FROM media AS m WHERE m.profile_id = ${profileOf(ownerId)} AND ${isSeenByOwner(rejectedSince)}
        ${id === undefined ? sql`` : sql`AND m.id = ${id}`}
      ORDER BY m.kind, m.position, m.id LIMIT 500`,
  )
  return rows
}

/** Returns the thumbhashes of a profile's encoded photos by id: one of them becomes its cover. */
export async function findThumbhashes(db: Database, profileId: string): Promise<{ id: string; thumbhash: string }[]> {
  return db
    .select({ id: media.id, thumbhash: media.thumbhash })
    .from(media)
    .where(
      and(
        eq(media.profileId, profileId),
        eq(media.kind, "photo"),
        inArray(media.state, ["ready", "approved", "reported"]),
      ),
    )
    .limit(500)
}

const changeable: State[] = ["uploading", "uploaded", "processing", "failed", "ready", "approved", "reported"]

/** SQL condition: the user owns the media item, and nobody changed it since they read this version. */
function isOwnVersion(ownerId: string, id: string, version: number): SQL {
  return and(
    eq(media.id, id),
    eq(media.version, version),
    sql`${media.profileId} = ${profileOf(ownerId)}`,
    isNull(media.removedAt),
    inArray(media.state, changeable),
  ) as SQL
}

/** Returns a statement that changes the visibility of an own media item, or makes it the first of its kind. */
export function updateOwn(
  db: Database,
  { ownerId, id, version }: { ownerId: string; id: string; version: number },
  { visibility, isFirst, unless }: { visibility?: "public" | "private"; isFirst?: boolean; unless: State[] },
) {
  const first = sql`(SELECT min(o.position) - 1 FROM media AS o WHERE o.profile_id = ${media.profileId} AND o.kind = ${media.kind})`
  const isAllowed = unless.length > 0 ? sql`state NOT IN ${unless}` : undefined
  return db
    .update(media)
    .set({ version: version + 1, ...(visibility && { visibility }), ...(isFirst && { position: first }) })
    .where(and(isOwnVersion(ownerId, id, version), isAllowed))
}

/** Texts of a media item in a language; a field that is left out remains. */
export type MediaText = Partial<{ alt: string; title: string; description: string }>

/** Returns a statement that sets texts of a media item by language if `when` holds. */
export function upsertTexts(
  db: Database,
  mediaId: string,
  texts: Partial<Record<Locale, MediaText>>,
  when: SQL = sql`true`,
) {
  const list = sql`json_each(${JSON.stringify(texts)})`
  const field = (name: keyof MediaText) => sql`coalesce(value ->> ${name}, '')`
  const changed = (name: keyof MediaText) =>
    sql`coalesce((SELECT value ->> ${name} FROM ${list} WHERE key = excluded.locale), ${mediaTexts[name]})`
  const row = { mediaId, locale: sql`key`, alt: field("alt"), title: field("title"), description: field("description") }
  return insertSelect(db, mediaTexts, row, sql`FROM ${list} WHERE ${when}`).onConflictDoUpdate({
    target: [mediaTexts.mediaId, mediaTexts.locale],
    set: { alt: changed("alt"), title: changed("title"), description: changed("description") },
  })
}

/** SQL condition: a user's own media item has this version, and its texts are not public yet. */
export function isTextEditable(ownerId: string, id: string, version: number): SQL {
  return sql`EXISTS (SELECT 1 FROM media WHERE id = ${id} AND version = ${version} AND removed_at IS NULL
    AND state IN ('uploading', 'uploaded', 'processing', 'failed', 'ready') AND profile_id = ${profileOf(ownerId)})`
}

interface MediaOrder {
  ownerId: string
  kind: "photo" | "video"
  items: { id: string; version: number }[]
  rejectedSince: number
}

/**
 * Returns a statement that puts all of an owner's media of a kind into this order, if these are all that they see and each has the version that
 * they read.
 */
export function reorderOwn(db: Database, { ownerId, kind, items, rejectedSince }: MediaOrder) {
  const list = sql`json_each(${JSON.stringify(items)})`
  const seen = sql`o.profile_id = ${profileOf(ownerId)} AND o.kind = ${kind} AND ${isSeenByOwner(rejectedSince)}`
  return db
    .update(media)
    .set({
      version: sql`version + 1`,
      position: sql`(SELECT key + 1 FROM ${list} WHERE value ->> 'id' = ${media.id})`,
    })
    .where(
      sql`${media.profileId} = ${profileOf(ownerId)} AND ${media.kind} = ${kind}
      AND ${media.id} IN (SELECT value ->> 'id' FROM ${list})
      AND (SELECT count(*) FROM media AS o WHERE ${seen}) = ${items.length}
      AND (SELECT count(DISTINCT o.id) FROM media AS o JOIN ${list} AS i ON i.value ->> 'id' = o.id
        WHERE ${seen} AND o.version = i.value ->> 'version') = ${items.length}`,
    )
}

/** A quarantined media item retains its state and its file, for staff. */
const removal = (now: number) => ({
  removedAt: now,
  version: sql`version + 1`,
  state: sql`CASE WHEN state = 'quarantined' THEN state ELSE 'deleted' END`,
  updatedAt: sql`CASE WHEN state = 'quarantined' THEN updated_at ELSE ${now} END`,
})

/**
 * Returns a statement that removes an own media item at once. Of a quarantined one the state and the file remain, for staff;
 * its owner sees no difference. The same video may be uploaded again.
 */
export function removeOwn(db: Database, ownerId: string, id: string, now: number) {
  return db
    .update(media)
    .set({ ...removal(now), clientId: sql`iif(kind = 'video', NULL, client_id)` })
    .where(
      and(
        eq(media.id, id),
        sql`${media.profileId} = ${profileOf(ownerId)}`,
        isNull(media.removedAt),
        sql`${media.state} <> 'deleted'`,
      ),
    )
}

/** Returns a statement that removes the photos of a profile that were uploaded under these ids, and returns their ids. */
export function removeByClients(db: Database, profileId: string, clientIds: string[], now: number) {
  return db
    .update(media)
    .set(removal(now))
    .where(
      and(
        eq(media.profileId, profileId),
        inArray(media.clientId, clientIds),
        isNull(media.removedAt),
        sql`${media.state} <> 'deleted'`,
      ),
    )
    .returning({ id: media.id })
}

/** Puts a failed upload of the user back in the queue; returns whether it did. */
export async function restartOwn(db: Database, ownerId: string, id: string, now: number): Promise<boolean> {
  const restarted = await db
    .update(media)
    .set({ state: "uploaded", version: sql`version + 1`, updatedAt: now })
    .where(
      and(
        eq(media.id, id),
        eq(media.state, "failed"),
        isNull(media.removedAt),
        sql`${media.profileId} = ${profileOf(ownerId)}`,
      ),
    )
  return restarted.meta.changes > 0
}
