import type { SignedIn } from "~/domain/core/actor/actor"
import { requireRecentProof, requiresSecondFactor } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import { createMail } from "~/domain/mail/outbox.server"
import { AppError } from "~/lib/errors"
import { checkEnrolmentCode, createEnrolmentMail, takeEnrolmentCode } from "../first-factor/enrolment.server"
import type { AuthenticatorEnrolment } from "../schema"
import { renewToken } from "../sessions/session.server"
import { challengeLifetimes } from "./challenges.server"
import * as queries from "./queries.server"
import {
  appSecret,
  elevateSession,
  endWeakSessions,
  findSecondFactor,
  isEnrolled,
  newRecoveryCodes,
} from "./second-factor.server"
import { findTotpStep, newTotpSecret, totpAddress } from "./totp"

/**
 * Key of the secret that awaits its first code: one per sign-in and readable by no other. It cannot equal a token's
 * hash.
 */
const pendingKey = ({ user, session }: SignedIn) => `totp ${user.id} ${session.familyId}`

/**
 * Returns the secret for the authenticator app that the actor is enrolling, as text and as an `otpauth:` URI; it stays
 * the same for 30 minutes. An app enrolled before stays valid until a code of the new one is entered.
 */
export async function beginAuthenticator(ctx: Ctx): Promise<{ secret: string; address: string }> {
  const actor = requireRecentProof(ctx)
  const { user } = actor
  const now = ctx.now()
  const pending = await findPending(ctx, actor)
  const secret = pending?.secret ?? newTotpSecret()
  if (!pending) {
    await queries.upsertPendingSecret(ctx.db, {
      key: pendingKey(actor),
      userId: user.id,
      challenge: await ctx.secrets.seal(secret, appSecret(user.id)),
      expiresAt: now + challengeLifetimes["totp-enrol"],
      createdAt: now,
    })
  }
  return { secret, address: totpAddress(secret, ctx.site.name, user.email) }
}

async function findPending(ctx: Ctx, actor: SignedIn): Promise<{ secret: string; sealed: string } | null> {
  const sealed = await queries.findSealed(ctx.db, pendingKey(actor), ctx.now())
  if (!sealed) return null
  return { sealed, secret: await ctx.secrets.open(sealed, appSecret(actor.user.id)) }
}

/**
 * Enrols the actor's authenticator app by its first code, replacing the previous one; returns recovery codes if none
 * are left. Ends sessions without a second factor if `end_weak_sessions` is set. Throws `auth.challenge_expired`,
 * `validation.failed` and `rate.limited`.
 */
export async function enrolCodeApp(
  ctx: Ctx,
  { code, end_weak_sessions, ...codes }: AuthenticatorEnrolment,
): Promise<{ recovery_codes: string[] | null }> {
  const actor = requireRecentProof(ctx)
  const { user } = actor
  await ctx.limit("auth.second-factor.account", user.id)
  await checkEnrolmentCode(ctx, actor, codes)
  const pending = await findPending(ctx, actor)
  if (!pending) throw new AppError("auth.challenge_expired")
  const now = ctx.now()
  const step = findTotpStep(pending.secret, code.replace(/\s/g, ""), now)
  if (step === null) throw new AppError("validation.failed", { fields: { code: ["code_wrong"] } })

  const { db } = ctx
  const isTaken = await queries.takeSealed(db, pendingKey(actor), pending.sealed)
  if (!isTaken) throw new AppError("auth.challenge_expired")
  await takeEnrolmentCode(ctx, actor, codes)
  const { recovery_codes_left } = await findSecondFactor(ctx, user.id)
  const fresh = recovery_codes_left === 0 ? newRecoveryCodes(ctx, user.id) : null
  const mail = createEnrolmentMail(ctx, actor, "app")
  await db.batch([
    queries.upsertAuthenticator(db, user.id, { secret: pending.sealed, lastStep: step }, now),
    elevateSession(ctx, actor),
    mail.insert,
    ...(fresh?.replace ?? []),
  ])
  mail.enqueue()
  await renewToken(ctx, actor)
  if (end_weak_sessions) await endWeakSessions(ctx, actor)
  return { recovery_codes: fresh?.codes ?? null }
}

/**
 * Removes the actor's authenticator app. Throws `request.not_found`, and `auth.second_factor_last` for staff without
 * another factor.
 */
export async function removeCodeApp(ctx: Ctx): Promise<void> {
  const { user } = requireRecentProof(ctx)
  const { db } = ctx
  const factors = await findSecondFactor(ctx, user.id)
  if (factors.app_since === null) throw new AppError("request.not_found")
  const mustStayEnrolled = requiresSecondFactor(ctx, user)
  if (mustStayEnrolled && factors.passkeys.length === 0) throw new AppError("auth.second_factor_last")
  const removable = queries.isRemovableApp(db, user.id, mustStayEnrolled)
  const mail = createMail(ctx, {
    to: user.email,
    locale: user.locale,
    template: "two-factor-off",
    when: queries.existsApp(removable),
  })
  const [, removed] = await db.batch([
    mail.insert,
    queries.deleteApp(db, removable),
    ...queries.clearSecondFactorState(db, user.id, ctx.now()),
  ])
  if (removed.meta.changes === 0) throw new AppError("conflict.changed")
  mail.enqueue()
}

/** Replaces the actor's recovery codes. Throws `request.not_found` without a second factor. */
export async function renewRecoveryCodes(ctx: Ctx): Promise<{ recovery_codes: string[] }> {
  const { user } = requireRecentProof(ctx)
  if (!isEnrolled(await findSecondFactor(ctx, user.id))) throw new AppError("request.not_found")
  const { codes, replace } = newRecoveryCodes(ctx, user.id)
  await ctx.db.batch(replace)
  return { recovery_codes: codes }
}
