import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { consents, devices, users } from "~/db/schema"
import { skeletonOf, skeletonSql } from "~/db/search/name-skeleton"
import type { Locale } from "~/i18n/locales"
import { newId } from "~/lib/id"
import { rightsOf } from "./rights-queries.server"

/**
 * Returns what sign-in needs of the account with this e-mail, including whether it has signed in on this device before.
 */
export async function findAccount(db: Database, email: string, deviceHash: string | null) {
  const [account] = await db
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      isKnownDevice: sql<number>`${devices.deviceHash} IS NOT NULL`,
    })
    .from(users)
    .leftJoin(devices, and(eq(devices.userId, users.id), eq(devices.deviceHash, deviceHash ?? "")))
    .where(eq(users.email, email))
    .limit(1)
  return account ?? null
}

/** Returns the id of the user with this e-mail, or null. */
export async function findUserIdByEmail(db: Database, email: string): Promise<string | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1)
  return user?.id ?? null
}

/** Query for a user's id: no row if the account does not exist. */
export function selectUserId(db: Database, userId: string) {
  return db.select({ id: users.id }).from(users).where(eq(users.id, userId)).limit(1)
}

/** SQL condition: there is such a user. */
export function existsUser(userId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId})`
}

export async function findPasswordHash(db: Database, userId: string): Promise<string | null> {
  const [account] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1)
  return account?.passwordHash ?? null
}

/** Finds a published profile of another owner whose name looks like this one. */
export async function findLookalikeProfile(db: Database, name: string, userId: string): Promise<{ id: string } | null> {
  const looksAlike = sql`${sql.raw(skeletonSql("name"))} = ${skeletonOf(name)}`
  const [found] = await read(
    db,
    sql<{
      id: string
    }>`SELECT id FROM profiles WHERE ${looksAlike} AND state = 'published' AND owner_id <> ${userId} LIMIT 1`,
  )
  return found[0] ?? null
}

export async function updateUser(
  db: Database,
  userId: string,
  change: { name: string; locale: Locale },
  now: number,
): Promise<void> {
  await db
    .update(users)
    .set({ ...change, updatedAt: now })
    .where(eq(users.id, userId))
}

/** Records that a member asked for their membership to start at once. */
export async function insertStartConsent(
  db: Database,
  consent: { userId: string; version: string; locale: Locale },
  now: number,
): Promise<void> {
  await db.insert(consents).values({ ...consent, id: newId(now), kind: "immediate_start", createdAt: now })
}

/** Returns a user's serialised rights (`SessionInfo.rights`); null once they are deleted or banned. */
export async function findRights(db: Database, userId: string, now: number): Promise<string | null> {
  const [[row]] = await read(
    db,
    sql<{ rights: string }>`SELECT ${rightsOf(sql`u.id`, now)} AS rights FROM users AS u
      WHERE u.id = ${userId} AND u.banned_at IS NULL`,
  )
  return row?.rights ?? null
}

/** Replaces a user's avatar version (null: none) and returns the one before, read in the same batch. */
export async function replaceAvatarVersion(
  db: Database,
  userId: string,
  version: string | null,
  now: number,
): Promise<string | null> {
  const [[before]] = await db.batch([
    db.select({ version: users.avatarVersion }).from(users).where(eq(users.id, userId)).limit(1),
    db.update(users).set({ avatarVersion: version, updatedAt: now }).where(eq(users.id, userId)),
  ])
  return before?.version ?? null
}

/** Returns the SQL expressions of where a member's mails go. */
export function addressOf(userId: string): { to: SQL; locale: SQL } {
  return {
    to: sql`(SELECT email FROM users WHERE id = ${userId})`,
    locale: sql`(SELECT locale FROM users WHERE id = ${userId})`,
  }
}
