import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { profiles } from "~/db/schema"

type State = (typeof profiles.$inferSelect)["state"]

export interface StateChange {
  /** The owner's id, or a subquery of it. */
  owner: string | SQL
  from: State
  to: State | SQL<State>
  /** Only if this holds, at its place in the batch. */
  when?: SQL
}

/** Returns a statement that moves an owner's profile from one state to another. */
export function moveProfile(db: Database, { owner, from, to, when }: StateChange, now: number) {
  return db
    .update(profiles)
    .set({ state: to, version: sql`${profiles.version} + 1`, updatedAt: now })
    .where(and(eq(profiles.ownerId, owner), eq(profiles.state, from), when))
}

/**
 * Returns a statement that updates what a profile's row copies from its media: the cover is the first public photo.
 * `colors`: `#rrggbb` by id of each public photo.
 */
export function summarizeMedia(db: Database, profileId: string, colors: Record<string, string>, now: number) {
  const shown = (kind: "photo" | "video", visibility: SQL) => sql`FROM media WHERE profile_id = ${profileId}
    AND kind = ${kind} AND state = 'approved' AND ${visibility}`
  const count = (kind: "photo" | "video", visibility: SQL) => sql`(SELECT count(*) ${shown(kind, visibility)})`
  const [isPublic, isPrivate] = [sql`visibility = 'public'`, sql`visibility = 'private'`]
  const cover = sql`(SELECT id ${shown("photo", isPublic)} ORDER BY position LIMIT 1)`
  return db
    .update(profiles)
    .set({
      coverMediaId: cover,
      coverColor: sql`(SELECT value FROM json_each(${JSON.stringify(colors)}) WHERE key = ${cover})`,
      photoCount: count("photo", isPublic),
      privatePhotoCount: count("photo", isPrivate),
      videoCount: count("video", sql`1`),
      updatedAt: now,
    })
    .where(eq(profiles.id, profileId))
}
