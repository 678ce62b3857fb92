import { and, count, desc, eq, exists, gt, isNotNull, isNull, lt, ne, notExists, type SQL, sql } from "drizzle-orm"
import { passkeys, recoveryCodes, sessions, twoFactor, users } from "~/db/schema"
import type { SignedIn } from "~/domain/actor/actor"
import type { Ctx } from "~/domain/context"
import { createMail } from "~/domain/mail/outbox.server"
import { sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import type { SecondFactor } from "../schema"
import { newRecoveryCode, readRecoveryCode, recoveryCodeCount } from "./recovery-codes"
import { findTotpStep } from "./totp"

/** Returns a user's second factors: authenticator app, passkeys and number of unused recovery codes. */
export async function findSecondFactor(ctx: Pick<Ctx, "db">, userId: string): Promise<SecondFactor> {
  const { db } = ctx
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
  return { app_since: apps[0]?.enrolledAt ?? null, passkeys: keys, recovery_codes_left: codes[0]?.left ?? 0 }
}

export function isEnrolled({ app_since, passkeys }: SecondFactor): boolean {
  return app_since !== null || passkeys.length > 0
}

const wrongCode = () => new AppError("validation.failed", { fields: { code: ["code_wrong"] } })

/** Encryption context of an authenticator app's secret. */
export const appSecret = (userId: string) => `totp:${userId}`

/**
 * Redeems a code of the user's authenticator app or a recovery code. Each code is valid once, also for parallel
 * attempts. Throws `validation.failed` and `rate.limited`.
 */
export async function redeemCode(ctx: Ctx, userId: string, typed: string): Promise<void> {
  await ctx.limit("auth.second-factor.account", userId)
  await ctx.limit("auth.second-factor.account-day", userId)
  const digits = typed.replace(/\s/g, "")
  if (/^\d{6}$/.test(digits)) await redeemAppCode(ctx, userId, digits)
  else await redeemRecoveryCode(ctx, userId, typed)
}

async function redeemAppCode(ctx: Ctx, userId: string, digits: string): Promise<void> {
  const [app] = await ctx.db
    .select({ secret: twoFactor.secret })
    .from(twoFactor)
    .where(and(eq(twoFactor.userId, userId), isNotNull(twoFactor.enrolledAt)))
    .limit(1)
  if (!app) throw wrongCode()
  const now = ctx.now()
  const step = findTotpStep(await ctx.secrets.open(app.secret, appSecret(userId)), digits, now)
  if (step === null) throw wrongCode()
  const { meta } = await ctx.db
    .update(twoFactor)
    .set({ lastStep: step, updatedAt: now })
    .where(and(eq(twoFactor.userId, userId), eq(twoFactor.secret, app.secret), lt(twoFactor.lastStep, step)))
  if (meta.changes === 0) throw wrongCode()
}

async function redeemRecoveryCode(ctx: Ctx, userId: string, typed: string): Promise<void> {
  const code = readRecoveryCode(typed)
  if (!code) throw wrongCode()
  const { db } = ctx
  const unused = and(
    eq(recoveryCodes.userId, userId),
    eq(recoveryCodes.codeHash, recoveryHash(userId, code)),
    isNull(recoveryCodes.usedAt),
  )
  const [owner] = await db
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, userId), exists(db.select({ one: sql`1` }).from(recoveryCodes).where(unused))))
    .limit(1)
  if (!owner) throw wrongCode()
  const mail = createMail(ctx, { to: owner.email, locale: owner.locale, template: "recovery-code-used" })
  const [used] = await db.batch([db.update(recoveryCodes).set({ usedAt: ctx.now() }).where(unused), mail.insert])
  if (used.meta.changes === 0) throw wrongCode()
  mail.enqueue()
}

/** Hashes a code together with the user's id, so that a precomputed table serves for one user only. */
function recoveryHash(userId: string, code: string): string {
  return sha256(`${userId} ${code}`)
}

/**
 * Creates a new set of recovery codes: the plain codes, shown once, and the statements that store their hashes in place
 * of the old set.
 */
export function newRecoveryCodes(ctx: Pick<Ctx, "db" | "now">, userId: string) {
  const { db } = ctx
  const now = ctx.now()
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  const rows = codes.map((code) => ({
    id: newId(now),
    userId,
    codeHash: recoveryHash(userId, code),
    createdAt: now,
  }))
  const replace = [
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.insert(recoveryCodes).values(rows),
  ] as const
  return { codes, replace }
}

/**
 * Returns a statement that marks the actor's sessions of this sign-in, on every domain, as strong and freshly
 * confirmed. The other domains' sessions get a new token at their next request (their rights changed); this one by
 * `renewToken`.
 */
export function elevateSession(ctx: Pick<Ctx, "db" | "now">, { user, session }: SignedIn) {
  const now = ctx.now()
  const rights = sql`iif(${sessions.isStrong} OR ${sessions.id} = ${session.id}, ${sessions.rights}, '')`
  return ctx.db
    .update(sessions)
    .set({ confirmedAt: now, isStrong: true, rights, updatedAt: now })
    .where(and(eq(sessions.userId, user.id), eq(sessions.familyId, session.familyId)))
}

/**
 * Ends the actor's other sign-ins that never gave a second factor, with their sockets: an attacker who knew the
 * password alone may hold them.
 */
export async function endWeakSessions(ctx: Pick<Ctx, "db" | "live">, { user, session }: SignedIn): Promise<void> {
  const isOther = and(eq(sessions.userId, user.id), ne(sessions.familyId, session.familyId))
  const ended = await ctx.db
    .delete(sessions)
    .where(and(isOther, eq(sessions.isStrong, false)))
    .returning({ familyId: sessions.familyId })
  const families = new Set(ended.map(({ familyId }) => familyId))
  await Promise.all([...families].map((of) => ctx.live(user.id).endSockets({ of })))
}

/**
 * Statements for the end of a batch that removed a factor: without any second factor, deletes the recovery codes and
 * makes no session strong.
 */
export function clearSecondFactorState(ctx: Pick<Ctx, "db" | "now">, userId: string) {
  const { db } = ctx
  const none = and(notExists(appOf(ctx, userId)), notExists(passkeysOf(ctx, userId)))
  return [
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), none)),
    db
      .update(sessions)
      .set({ isStrong: false, updatedAt: ctx.now() })
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, ctx.now()), none)),
  ] as const
}

export function appOf({ db }: Pick<Ctx, "db">, userId: string) {
  return db.select({ one: sql`1` }).from(twoFactor).where(eq(twoFactor.userId, userId))
}

export function passkeysOf({ db }: Pick<Ctx, "db">, userId: string, but?: SQL) {
  return db
    .select({ one: sql`1` })
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), but))
}
