import { and, count, desc, eq, exists, gt, isNotNull, isNull, lt, ne, notExists, or, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { challenges, passkeys, recoveryCodes, sessions, twoFactor, users } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"

/** Returns a user's enrolled authenticator app, passkeys and number of unused recovery codes: one round trip. */
export async function findFactors(db: Database, userId: string) {
  const [apps, keys, codes] = await db.batch([
    db
      .select({ enrolledAt: twoFactor.enrolledAt })
      .from(twoFactor)
      .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.enrolledAt))),
    db
      .select({
        id: passkeys.id,
        name: passkeys.name,
        domain: passkeys.rpId,
        created_at: passkeys.createdAt,
        last_used_at: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(desc(passkeys.createdAt)),
    db
      .select({ left: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
  ])
  return { app: apps[0] ?? null, passkeys: keys, recoveryCodesLeft: codes[0]?.left ?? 0 }
}

/** Returns since when a user has had the oldest of their second factors, epoch ms; null without any. */
export async function findEnrolledSince(db: Database, userId: string): Promise<number | null> {
  const [[row]] = await read(
    db,
    sql<{ since: number | null }>`SELECT min(created_at) AS since FROM (
      SELECT created_at FROM two_factor WHERE user_id = ${userId} AND enrolled_at IS NOT NULL
      UNION ALL SELECT created_at FROM passkeys WHERE user_id = ${userId})`,
  )
  return row?.since ?? null
}

export type ChallengePurpose = (typeof challenges.$inferSelect)["purpose"]

/** An unexpired challenge with attempts left. */
interface OpenChallenge {
  purpose: ChallengePurpose
  tokenHash: string
  maxAttempts: number
  now: number
}

function isOpen({ purpose, tokenHash, maxAttempts, now }: OpenChallenge) {
  return and(
    eq(challenges.tokenHash, tokenHash),
    eq(challenges.purpose, purpose),
    gt(challenges.expiresAt, now),
    lt(challenges.attempts, maxAttempts),
  )
}

/** Stores a challenge if `when` holds. Returns whether it did. */
export async function insertChallenge(
  db: Database,
  challenge: typeof challenges.$inferInsert,
  when: SQL = sql`true`,
): Promise<boolean> {
  const { meta } = await insertSelect(db, challenges, challenge, sql`WHERE ${when}`)
  return meta.changes > 0
}

/** Deletes an open challenge and returns it, so that it is used once. */
export async function takeChallenge(db: Database, wanted: OpenChallenge) {
  const [taken] = await db
    .delete(challenges)
    .where(isOpen(wanted))
    .returning({ userId: challenges.userId, challenge: challenges.challenge })
  return taken ?? null
}

export async function findChallengeUser(db: Database, wanted: OpenChallenge): Promise<string | null> {
  const [found] = await db.select({ userId: challenges.userId }).from(challenges).where(isOpen(wanted)).limit(1)
  return found?.userId ?? null
}

/** Counts an attempt at an open challenge and returns it. */
export async function countAttempt(db: Database, wanted: OpenChallenge) {
  const [tried] = await db
    .update(challenges)
    .set({ attempts: sql`${challenges.attempts} + 1` })
    .where(isOpen(wanted))
    .returning({ userId: challenges.userId, challenge: challenges.challenge })
  return tried ?? null
}

/** Deletes a challenge. Returns whether this call did: of parallel requests, one succeeds. */
export async function deleteChallenge(db: Database, purpose: ChallengePurpose, tokenHash: string): Promise<boolean> {
  const { meta } = await db
    .delete(challenges)
    .where(and(eq(challenges.tokenHash, tokenHash), eq(challenges.purpose, purpose)))
  return meta.changes === 1
}

/** Stores what the authenticator must sign with an open challenge. */
export async function updateChallenge(db: Database, wanted: OpenChallenge, challenge: string): Promise<void> {
  await db.update(challenges).set({ challenge }).where(isOpen(wanted))
}

/** Returns what an unexpired challenge has sealed, by its key, or null: the secret of an app, or an act that waits. */
export async function findSealed(db: Database, key: string, now: number): Promise<string | null> {
  const [row] = await db
    .select({ sealed: challenges.challenge })
    .from(challenges)
    .where(and(eq(challenges.tokenHash, key), gt(challenges.expiresAt, now)))
    .limit(1)
  return row?.sealed ?? null
}

/** Stores the sealed secret that awaits its first code, replacing the one before. */
export async function upsertPendingSecret(
  db: Database,
  { key, userId, ...fresh }: { key: string; userId: string; challenge: string; expiresAt: number; createdAt: number },
): Promise<void> {
  await db
    .insert(challenges)
    .values({ tokenHash: key, purpose: "totp-enrol", userId, ...fresh })
    .onConflictDoUpdate({ target: challenges.tokenHash, set: fresh })
}

/** Deletes what a challenge has sealed. Returns false if it was used or replaced in the meantime. */
export async function takeSealed(db: Database, key: string, sealed: string): Promise<boolean> {
  const { meta } = await db
    .delete(challenges)
    .where(and(eq(challenges.tokenHash, key), eq(challenges.challenge, sealed)))
  return meta.changes > 0
}

/** Returns a statement that stores a user's authenticator app, replacing the one before. */
export function upsertAuthenticator(
  db: Database,
  userId: string,
  { secret, lastStep }: { secret: string; lastStep: number },
  now: number,
) {
  const app = { secret, enrolledAt: now, lastStep, updatedAt: now }
  return db
    .insert(twoFactor)
    .values({ userId, createdAt: now, ...app })
    .onConflictDoUpdate({ target: twoFactor.userId, set: app })
}

/** Returns the sealed secret of a user's enrolled authenticator app, or null. */
export async function findAppSecret(db: Database, userId: string): Promise<string | null> {
  const [app] = await db
    .select({ secret: twoFactor.secret })
    .from(twoFactor)
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.enrolledAt)))
    .limit(1)
  return app?.secret ?? null
}

/** Records the step of a redeemed code. Returns false if a code of this or a later step was redeemed before. */
export async function updateLastStep(
  db: Database,
  { userId, secret, step }: { userId: string; secret: string; step: number },
  now: number,
): Promise<boolean> {
  const { meta } = await db
    .update(twoFactor)
    .set({ lastStep: step, updatedAt: now })
    .where(and(eq(twoFactor.userId, userId), eq(twoFactor.secret, secret), lt(twoFactor.lastStep, step)))
  return meta.changes > 0
}

/** SQL condition on `two_factor`: a user's authenticator app, unless it is the last factor of one who must have one. */
export function isRemovableApp(db: Database, userId: string, mustStayEnrolled: boolean): SQL | undefined {
  return and(eq(twoFactor.userId, userId), mustStayEnrolled ? exists(passkeysOf(db, userId)) : undefined)
}

/** SQL condition: an authenticator app fulfils a condition on `two_factor`. */
export function existsApp(which: SQL | undefined): SQL {
  return sql`EXISTS (SELECT 1 FROM ${twoFactor} WHERE ${which})`
}

/** Returns a statement that deletes an authenticator app. */
export function deleteApp(db: Database, which: SQL | undefined) {
  return db.delete(twoFactor).where(which)
}

const isUnusedCode = (userId: string, codeHash: string) =>
  and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt))

/** Returns a user's address and language if this recovery code of theirs is unused, else null. */
export async function findCodeOwner(db: Database, userId: string, codeHash: string) {
  const [owner] = await db
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, userId), existsUnusedCode(userId, codeHash)))
    .limit(1)
  return owner ?? null
}

/** SQL condition: a user's recovery code is unused. */
export function existsUnusedCode(userId: string, codeHash: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${recoveryCodes} WHERE ${isUnusedCode(userId, codeHash)})`
}

/** Returns a statement that uses up a recovery code. */
export function markCodeUsed(db: Database, userId: string, codeHash: string, now: number) {
  return db.update(recoveryCodes).set({ usedAt: now }).where(isUnusedCode(userId, codeHash))
}

interface RecoveryCodes {
  userId: string
  codes: { id: string; codeHash: string }[]
  now: number
  when?: SQL
}

/** Returns the statements that replace a user's recovery codes if `when` holds. */
export function replaceRecoveryCodes(db: Database, { userId, codes, now, when = sql`true` }: RecoveryCodes) {
  const row = { id: sql`value ->> 'id'`, userId, codeHash: sql`value ->> 'codeHash'`, createdAt: now }
  return [
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), when)),
    insertSelect(db, recoveryCodes, row, sql`FROM json_each(${JSON.stringify(codes)}) WHERE ${when}`),
  ] as const
}

interface SessionFamily {
  userId: string
  familyId: string
}

const isOfFamily = ({ userId, familyId }: SessionFamily) =>
  and(eq(sessions.userId, userId), eq(sessions.familyId, familyId))

/** Records that the user re-authenticated in the sessions of a sign-in. */
export async function markConfirmed(db: Database, family: SessionFamily, now: number): Promise<void> {
  await db.update(sessions).set({ confirmedAt: now, updatedAt: now }).where(isOfFamily(family))
}

/**
 * Returns a statement that marks the sessions of a sign-in as strong and freshly confirmed if `when` holds; those that
 * become strong lose their recorded rights, except `sessionId`, so that their tokens are rotated.
 */
export function markStrong(
  db: Database,
  { family, sessionId, now, when }: { family: SessionFamily; sessionId: string; now: number; when?: SQL },
) {
  const rights = sql`iif(${sessions.isStrong} OR ${sessions.id} = ${sessionId}, ${sessions.rights}, '')`
  return db
    .update(sessions)
    .set({ confirmedAt: now, isStrong: true, rights, updatedAt: now })
    .where(and(isOfFamily(family), when))
}

/** Deletes a user's sessions without a second factor of every family but this one; returns the families' ids. */
export async function deleteOtherWeakSessions(db: Database, { userId, familyId }: SessionFamily): Promise<Set<string>> {
  const isOther = and(eq(sessions.userId, userId), ne(sessions.familyId, familyId))
  const ended = await db
    .delete(sessions)
    .where(and(isOther, eq(sessions.isStrong, false)))
    .returning({ familyId: sessions.familyId })
  return new Set(ended.map((session) => session.familyId))
}

/**
 * Returns the statements for the end of a batch that removed a factor: without any second factor, deletes the recovery
 * codes and makes no session strong.
 */
export function clearSecondFactorState(db: Database, userId: string, now: number) {
  const none = and(notExists(appOf(db, userId)), notExists(passkeysOf(db, userId)))
  return [
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), none)),
    db
      .update(sessions)
      .set({ isStrong: false, updatedAt: now })
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now), none)),
  ] as const
}

function appOf(db: Database, userId: string) {
  return db.select({ one: sql`1` }).from(twoFactor).where(eq(twoFactor.userId, userId))
}

function passkeysOf(db: Database, userId: string, but?: SQL) {
  return db
    .select({ one: sql`1` })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), but))
}

/** Finds a user's passkeys that work on the domain `rpId`. */
export async function findPasskeys(db: Database, userId: string, rpId: string) {
  return db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.rpId, rpId)))
}

/** Returns whether anyone has registered the passkey with this id. */
export async function isPasskeyKnown(db: Database, id: string): Promise<boolean> {
  const [known] = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, id)).limit(1)
  return known !== undefined
}

/** Returns a passkey, of `owner` if given, or null. */
export async function findPasskey(db: Database, id: string, owner: string | undefined) {
  const [passkey] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.id, id), owner === undefined ? undefined : eq(passkeys.userId, owner)))
    .limit(1)
  return passkey ?? null
}

/** SQL condition: nobody has registered the passkey with this id, and its user has fewer than `max`. */
export function isPasskeyAddable({ id, userId }: { id: string; userId: string }, max: number): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM passkeys WHERE id = ${id})
    AND (SELECT count(*) FROM passkeys WHERE user_id = ${userId}) < ${max}`
}

/** Returns a statement that inserts a passkey if `when` holds. */
export function insertPasskey(db: Database, passkey: typeof passkeys.$inferInsert, when: SQL) {
  return insertSelect(db, passkeys, passkey, sql`WHERE ${when}`)
}

/** Records a passkey's use. Returns false unless its signature counter has grown. */
export async function updateCounter(db: Database, id: string, counter: number, now: number): Promise<boolean> {
  // Authenticators without a signature counter always send 0 (WebAuthn, section 6.1.1).
  const isNewer = or(sql`${passkeys.counter} < ${counter}`, and(eq(passkeys.counter, 0), sql`${counter} = 0`))
  const { meta } = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: now, updatedAt: now })
    .where(and(eq(passkeys.id, id), isNewer))
  return meta.changes > 0
}

/** SQL condition on `passkeys`: a user's passkey, unless it is the last factor of one who must have one. */
export function isRemovablePasskey(
  db: Database,
  userId: string,
  id: string,
  mustStayEnrolled: boolean,
): SQL | undefined {
  const another = or(exists(appOf(db, userId)), exists(passkeysOf(db, userId, ne(passkeys.id, id))))
  return and(eq(passkeys.id, id), eq(passkeys.userId, userId), mustStayEnrolled ? another : undefined)
}

/** SQL condition: a passkey fulfils a condition on `passkeys`. */
export function existsPasskey(which: SQL | undefined): SQL {
  return sql`EXISTS (SELECT 1 FROM ${passkeys} WHERE ${which})`
}

/** Returns a statement that deletes a passkey. */
export function deletePasskey(db: Database, which: SQL | undefined) {
  return db.delete(passkeys).where(which)
}
