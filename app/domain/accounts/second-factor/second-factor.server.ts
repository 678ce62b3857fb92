import type { SQL } from "drizzle-orm"
import type { SignedIn } from "~/domain/core/actor/actor"
import type { Ctx } from "~/domain/core/context"
import { createMail } from "~/domain/mail/outbox.server"
import { sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import type { SecondFactor } from "../schema"
import * as queries from "./queries.server"
import { newRecoveryCode, readRecoveryCode, recoveryCodeCount } from "./recovery-codes"
import { findTotpStep } from "./totp"

/** Returns a user's second factors: authenticator app, passkeys and number of unused recovery codes. */
export async function findSecondFactor(ctx: Pick<Ctx, "db">, userId: string): Promise<SecondFactor> {
  const { app, passkeys, recoveryCodesLeft } = await queries.findFactors(ctx.db, userId)
  return { app_since: app?.enrolledAt ?? null, passkeys, recovery_codes_left: recoveryCodesLeft }
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
  const secret = await queries.findAppSecret(ctx.db, userId)
  if (secret === null) throw wrongCode()
  const now = ctx.now()
  const step = findTotpStep(await ctx.secrets.open(secret, appSecret(userId)), digits, now)
  if (step === null) throw wrongCode()
  if (!(await queries.updateLastStep(ctx.db, { userId, secret, step }, now))) throw wrongCode()
}

async function redeemRecoveryCode(ctx: Ctx, userId: string, typed: string): Promise<void> {
  const code = readRecoveryCode(typed)
  if (!code) throw wrongCode()
  const { db } = ctx
  const codeHash = recoveryHash(userId, code)
  const owner = await queries.findCodeOwner(db, userId, codeHash)
  if (!owner) throw wrongCode()
  const mail = createMail(ctx, {
    to: owner.email,
    locale: owner.locale,
    template: "recovery-code-used",
    when: queries.existsUnusedCode(userId, codeHash),
  })
  const [, used] = await db.batch([mail.insert, queries.markCodeUsed(db, userId, codeHash, ctx.now())])
  if (used.meta.changes === 0) throw wrongCode()
  mail.enqueue()
}

/** Hashes a code together with the user's id, so that a precomputed table serves for one user only. */
function recoveryHash(userId: string, code: string): string {
  return sha256(`${userId} ${code}`)
}

/**
 * Creates a new set of recovery codes: the plain codes, shown once, and the statements that store their hashes in place
 * of the old set, if `when` holds.
 */
export function newRecoveryCodes(ctx: Pick<Ctx, "db" | "now">, userId: string, when?: SQL) {
  const now = ctx.now()
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  const rows = codes.map((code) => ({ id: newId(now), codeHash: recoveryHash(userId, code) }))
  return { codes, replace: queries.replaceRecoveryCodes(ctx.db, { userId, codes: rows, now, when }) }
}

/**
 * Returns a statement that marks the actor's sessions of this sign-in, on every domain, as strong and freshly
 * confirmed, if `when` holds. The other domains' sessions get a new token at their next request (their rights changed); this one by
 * `renewToken`.
 */
export function elevateSession(ctx: Pick<Ctx, "db" | "now">, { user, session }: SignedIn, when?: SQL) {
  return queries.markStrong(ctx.db, {
    family: { userId: user.id, familyId: session.familyId },
    sessionId: session.id,
    now: ctx.now(),
    when,
  })
}

/**
 * Ends the actor's other sign-ins that never gave a second factor, with their sockets: an attacker who knew the
 * password alone may hold them.
 */
export async function endWeakSessions(ctx: Pick<Ctx, "db" | "live">, { user, session }: SignedIn): Promise<void> {
  const families = await queries.deleteOtherWeakSessions(ctx.db, { userId: user.id, familyId: session.familyId })
  await Promise.all([...families].map((of) => ctx.live(user.id).endSockets({ of })))
}
