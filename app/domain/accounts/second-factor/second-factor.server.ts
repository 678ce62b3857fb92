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

/** What a user can prove themselves with beside their password. */
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

/** What the app's secret is sealed for. */
export const appSecret = (userId: string) => `totp:${userId}`

/**
 * Uses up a code of the user's app, or one of their recovery codes: none counts twice, also not of two tries at once. Throws
 * `validation.failed` and `rate.limited`.
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

/** With the user's id, so that a table of all codes' hashes would serve for one user only. */
function recoveryHash(userId: string, code: string): string {
  return sha256(`${userId} ${code}`)
}

/** A fresh set of recovery codes in place of the one before: the codes, which are shown this once, and the statements that keep them. */
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
 * Notes that the actor gave a second factor just now, on every domain that their sign-in was carried to. The sessions there get a fresh
 * token with their next request, as if their rights had changed; this one by `renewToken`.
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
 * Ends those sessions of the actor that never gave a second factor, but for this sign-in, with their sockets: whoever knew the password
 * alone may be in them.
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

/** For the end of a batch that removed something: without any second factor there are no recovery codes and no strong sessions. */
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
