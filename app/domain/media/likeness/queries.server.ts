import { and, inArray, isNull, lt, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { endedMedia, media, mediaConsents, mediaLikenesses } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import { distanceOf, type Pdq, pdqDistance, pdqMinQuality } from "../pictures/pdq"

/** Hashes by which a photo or video is recognised: of its file, and of the pictures that it shows. */
export interface Recognised {
  id: string
  profileId: string
  /** Hex. */
  sha256: (string | null)[]
  pictures: Pdq[]
}

interface KnownRow {
  id: string
  sha256: string | null
  pdq: string | null
  quality: number | null
}

/** Rows compared per round trip. */
const atOnce = 2_000

/**
 * Returns the ids of a profile's other photos and videos, those that ended included, which are the same file or show the
 * same picture within 31 bits. Hashes of low quality are not compared: people review those pictures.
 */
export async function findAlike(db: Database, { id, profileId, sha256, pictures }: Recognised): Promise<string[]> {
  const clear = pictures.filter(({ quality }) => quality >= pdqMinQuality)
  const isAlike = (known: KnownRow) =>
    (known.sha256 !== null && sha256.includes(known.sha256)) ||
    (known.pdq !== null &&
      (known.quality ?? 0) >= pdqMinQuality &&
      clear.some(({ hash }) => distanceOf(hash, known.pdq as string) <= pdqDistance))
  const alike: string[] = []
  for (let after = ""; ; ) {
    const [rows] = await read(
      db,
      sql<KnownRow>`SELECT id, sha256, pdq, quality FROM (
        SELECT media_id AS id, sha256, pdq, pdq_quality AS quality FROM ended_media
          WHERE profile_id = ${profileId} AND media_id > ${after}
        UNION ALL SELECT id, sha256, pdq, pdq_quality FROM media
          WHERE profile_id = ${profileId} AND id > ${after} AND removed_at IS NULL
            AND state NOT IN ('rejected', 'quarantined', 'deleted') AND (sha256 IS NOT NULL OR pdq IS NOT NULL))
      WHERE id <> ${id} ORDER BY id LIMIT ${atOnce}`,
    )
    alike.push(...rows.filter(isAlike).map((row) => row.id))
    after = rows.at(-1)?.id ?? ""
    if (rows.length < atOnce) return alike
  }
}

/** Returns statements that store that a media item is like these, and those that exist like it. */
export function insertLikenesses(db: Database, id: string, alike: string[]) {
  const others = sql`json_each(${JSON.stringify(alike)})`
  const exists = (mediaId: SQL) => sql`EXISTS (SELECT 1 FROM media WHERE id = ${mediaId})`
  return [
    insertSelect(
      db,
      mediaLikenesses,
      { mediaId: id, likeId: sql`value` },
      sql`FROM ${others} WHERE ${exists(sql`${id}`)}`,
    ).onConflictDoNothing(),
    insertSelect(
      db,
      mediaLikenesses,
      { mediaId: sql`value`, likeId: id },
      sql`FROM ${others} WHERE ${exists(sql`value`)}`,
    ).onConflictDoNothing(),
  ] as const
}

/** SQL of the ids of the media that a media item is like. */
export const alikeOf = (id: string) => sql`(SELECT like_id FROM media_likenesses WHERE media_id = ${id})`

/** SQL condition on `media_likenesses AS l`, a media item and one that it is like: the first is this media item. */
export const isOf = (id: string) => sql`l.media_id = ${id}`

/** The same: the second is this media item, and the first exists. */
export const isLike = (id: string) => sql`l.like_id = ${id} AND l.media_id IN ${alikeOf(id)}`

/** Pairs as in `isLike`, of several media items: an array of ids as JSON. */
export const isLikeAny = (ids: string) =>
  sql`l.like_id IN (SELECT value FROM json_each(${ids})) AND l.media_id IN
    (SELECT like_id FROM media_likenesses WHERE media_id IN (SELECT value FROM json_each(${ids})))`

/** States in which a photo or video is over. */
const overStates = ["rejected", "quarantined", "deleted"] as const

/** Returns a statement that declares others to be in media that are like one which shows others; `pairs`: `isOf` or `isLike`. */
export function inheritOthers(db: Database, pairs: SQL, now: number) {
  return db
    .update(media)
    .set({ hasOthers: true, declaredAt: sql`coalesce(declared_at, ${now})` })
    .where(
      and(
        isNull(media.removedAt),
        sql`${media.state} NOT IN ${[...overStates]} AND ${media.hasOthers} IS NOT 1`,
        inArray(
          media.id,
          sql`(SELECT l.media_id FROM media_likenesses AS l WHERE ${pairs} AND (
            EXISTS (SELECT 1 FROM ended_media WHERE media_id = l.like_id AND has_others = 1)
            OR EXISTS (SELECT 1 FROM media AS o WHERE o.id = l.like_id AND o.has_others = 1)))`,
        ),
      ),
    )
}

/** Deletes what is kept of media that ended before a time. */
export async function deleteEnded(db: Database, before: number): Promise<void> {
  await db.delete(endedMedia).where(lt(endedMedia.endedAt, before))
}

/**
 * Returns a statement that gives media the people of those that they are like (`isOf` or `isLike` of media/likeness): who
 * withdrew or refused there has done so here, unless they answered here too; everybody else is asked.
 */
export function inheritConsents(db: Database, pairs: SQL, now: number) {
  return insertSelect(
    db,
    mediaConsents,
    {
      mediaId: sql`media_id`,
      personId: sql`person_id`,
      withdrawnAt: sql`withdrawn_at`,
      state: sql`CASE WHEN has_withdrawn THEN 'withdrawn' WHEN has_refused THEN 'refused' ELSE 'requested' END`,
      createdAt: now,
      updatedAt: now,
    },
    sql`FROM (SELECT l.media_id, c.person_id, max(c.withdrawn_at) AS withdrawn_at,
        max(c.state = 'withdrawn') AS has_withdrawn, max(c.state = 'refused') AS has_refused
      FROM media_likenesses AS l JOIN media_consents AS c ON c.media_id = l.like_id
        JOIN media AS m ON m.id = l.media_id JOIN depicted_people AS d ON d.id = c.person_id AND d.profile_id = m.profile_id
      WHERE ${pairs} AND m.removed_at IS NULL AND m.state NOT IN ${[...overStates]}
      GROUP BY l.media_id, c.person_id) WHERE true`,
  ).onConflictDoUpdate({
    target: [mediaConsents.mediaId, mediaConsents.personId],
    set: { state: sql`excluded.state`, withdrawnAt: sql`excluded.withdrawn_at`, updatedAt: now },
    setWhere: sql`${mediaConsents.state} = 'requested' AND excluded.state <> 'requested'`,
  })
}
