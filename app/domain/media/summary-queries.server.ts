import { eq, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { profiles } from "~/db/schema"
import { isAgreed } from "./queries.server"

/** How many public photos a card shows, its cover among them. */
const picturesOfCard = 3

/**
 * Returns a statement that updates what a profile's row copies from its media: the cover is the first public photo, and
 * a card shows it and the next two.
 * `colors`: `#rrggbb` by id of each public photo.
 */
export function summarizeMedia(db: Database, profileId: string, colors: Record<string, string>, now: number) {
  const shown = (kind: "photo" | "video", visibility: SQL) => sql`FROM media WHERE profile_id = ${profileId}
    AND kind = ${kind} AND state = 'approved' AND ${visibility} AND ${isAgreed("id")}`
  const count = (kind: "photo" | "video", visibility: SQL) => sql`(SELECT count(*) ${shown(kind, visibility)})`
  const [isPublic, isPrivate] = [sql`visibility = 'public'`, sql`visibility = 'private'`]
  const cover = sql`(SELECT id ${shown("photo", isPublic)} ORDER BY position LIMIT 1)`
  const more = sql`(SELECT id ${shown("photo", isPublic)} ORDER BY position LIMIT ${picturesOfCard - 1} OFFSET 1)`
  return db
    .update(profiles)
    .set({
      coverMediaId: cover,
      coverColor: sql`(SELECT value FROM json_each(${JSON.stringify(colors)}) WHERE key = ${cover})`,
      moreMediaIds: sql`(SELECT coalesce(group_concat(id), '') FROM ${more})`,
      photoCount: count("photo", isPublic),
      privatePhotoCount: count("photo", isPrivate),
      videoCount: count("video", sql`visibility <> 'hidden'`),
      updatedAt: now,
    })
    .where(eq(profiles.id, profileId))
}
