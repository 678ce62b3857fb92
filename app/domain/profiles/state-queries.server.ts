import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { profiles } from "~/db/schema"
import { never } from "~/db/statements/conditions"
import { isActiveOwner } from "../accounts/owner-queries.server"

type State = (typeof profiles.$inferSelect)["state"]

export interface StateChange {
  /** The owner's id, or a subquery of it. */
  owner: string | SQL
  from: State
  to: Exclude<State, "published"> | SQL<State>
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
 * SQL condition on `profiles`: nothing stands between it and publication, neither of its own (trust-safety R6) nor of the site's
 * (R31): ask `isLaunched` of core/readiness first.
 */
const isPublishable = (isLaunched: boolean) =>
  isLaunched ? sql`NOT EXISTS (SELECT 1 FROM publication_problems WHERE profile_id = ${profiles.id})` : never

/** The state to give back to a profile that was published: paused, if it, its owner's account or the site does not allow it by now. */
export const publishedAgain = (isLaunched: boolean) =>
  sql<State>`iif(${isPublishable(isLaunched)} AND ${isActiveOwner(sql`${profiles.ownerId}`)}, 'published', 'paused')`

interface OwnMove {
  ownerId: string | SQL
  from: readonly State[]
  to: Exclude<State, "published">
  when?: SQL
}

/** Returns a statement that moves an owner's profile on from one of these states, without publishing it. */
export function moveOwnProfile(db: Database, { ownerId, from, to, when }: OwnMove, now: number) {
  return db
    .update(profiles)
    .set({ state: to, version: sql`${profiles.version} + 1`, updatedAt: now })
    .where(and(eq(profiles.ownerId, ownerId), inArray(profiles.state, [...from]), when))
}

/**
 * Returns a statement that publishes an owner's profile from one of these states, if nothing is missing. Its place among
 * the newest is that of its first publication.
 */
export function publishOwnProfile(
  db: Database,
  { ownerId, from, when, isLaunched }: Omit<OwnMove, "to"> & { isLaunched: boolean },
  now: number,
) {
  return db
    .update(profiles)
    .set({
      state: "published",
      version: sql`${profiles.version} + 1`,
      updatedAt: now,
      publishedAt: sql`coalesce(${profiles.publishedAt}, ${now})`,
    })
    .where(and(eq(profiles.ownerId, ownerId), inArray(profiles.state, [...from]), isPublishable(isLaunched), when))
}

/** Returns a statement that moves a profile on from one of these states, by staff's decision. */
export function moveReviewedProfile(
  db: Database,
  { id, from, to, when }: { id: string; from: readonly State[]; to: State | SQL<State>; when: SQL },
  now: number,
) {
  return db
    .update(profiles)
    .set({ state: to, version: sql`${profiles.version} + 1`, updatedAt: now })
    .where(and(eq(profiles.id, id), inArray(profiles.state, [...from]), when))
}

/** SQL condition: the profile is in this state. */
export function isProfileState(id: string, state: State): SQL {
  return sql`EXISTS (SELECT 1 FROM profiles WHERE id = ${id} AND state = ${state})`
}

/** SQL state of an owner's profile, or null. */
export function selectProfileState(ownerId: string): SQL {
  return sql`(SELECT state FROM profiles WHERE owner_id = ${ownerId})`
}
