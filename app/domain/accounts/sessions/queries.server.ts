import { and, desc, eq, gt, inArray, notExists, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { devices, handoffTokens, sessions } from "~/db/schema"
import type { Locale } from "~/i18n/locales"

/** Query for a user's active sessions, most recently used first. */
export function selectLiveSessions(db: Database, userId: string, now: number) {
  return db
    .select({
      id: sessions.id,
      familyId: sessions.familyId,
      kind: sessions.kind,
      userAgent: sessions.userAgent,
      country: sessions.country,
      lastUsedAt: sessions.lastUsedAt,
      createdAt: sessions.createdAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(200)
}

export type LiveSession = Awaited<ReturnType<typeof selectLiveSessions>>[number]

/** Returns a statement that deletes the whole family of one of a user's sessions; no row if the session is not theirs. */
export function deleteFamilyOfSession(db: Database, userId: string, sessionId: string) {
  const family = db
    .select({ id: sessions.familyId })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), inArray(sessions.familyId, family)))
    .returning({ familyId: sessions.familyId })
}

/** SQL expressions: a user's e-mail and language. */
export function addressOf(userId: string): { email: SQL; locale: SQL } {
  return {
    email: sql`(SELECT email FROM users WHERE id = ${userId})`,
    locale: sql`(SELECT locale FROM users WHERE id = ${userId})`,
  }
}

/** SQL condition: a user who is not banned has never signed in on this device, and `when` holds. */
export function isNewDevice(db: Database, userId: string, deviceHash: string, when: SQL = sql`true`): SQL {
  const known = db
    .select({ one: sql`1` })
    .from(devices)
    .where(and(eq(devices.userId, userId), eq(devices.deviceHash, deviceHash)))
  return sql`${notExists(known)} AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND banned_at IS NULL) AND ${when}`
}

export async function insertHandoff(db: Database, handoff: typeof handoffTokens.$inferInsert): Promise<void> {
  await db.insert(handoffTokens).values(handoff)
}

/** Deletes a hand-off token and returns its row, so that only the first request redeems it. */
export async function takeHandoff(
  db: Database,
  wanted: { tokenHash: string; stateHash: string; locale: Locale },
  now: number,
): Promise<{ sessionId: string | null } | null> {
  const [taken] = await db
    .delete(handoffTokens)
    .where(
      and(
        eq(handoffTokens.tokenHash, wanted.tokenHash),
        eq(handoffTokens.stateHash, wanted.stateHash),
        eq(handoffTokens.locale, wanted.locale),
        gt(handoffTokens.expiresAt, now),
      ),
    )
    .returning({ sessionId: handoffTokens.sessionId })
  return taken ?? null
}

/** Returns the unexpired session that a hand-off continues. */
export async function findSessionById(db: Database, id: string, now: number) {
  const [session] = await db
    .select({
      userId: sessions.userId,
      familyId: sessions.familyId,
      confirmedAt: sessions.confirmedAt,
      isStrong: sessions.isStrong,
      startedAt: sessions.createdAt,
    })
    .from(sessions)
    .where(and(eq(sessions.id, id), gt(sessions.expiresAt, now)))
    .limit(1)
  return session ?? null
}
