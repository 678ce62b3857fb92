import type { Ctx } from "~/domain/core/context"
import { AppError } from "~/lib/errors"
import type { SecondFactorMethod, SecondStep, SecondStepProof } from "../schema"
import {
  challengeLifetimes,
  closeSignIn,
  findSignIn,
  issueChallenge,
  trySignIn,
} from "../second-factor/challenges.server"
import { methodsOf, otherDomains } from "../second-factor/methods.server"
import { checkPasskey } from "../second-factor/passkeys.server"
import { findSecondFactor, isEnrolled, redeemCode } from "../second-factor/second-factor.server"
import { openSession, type SignInProof } from "../sessions/session.server"

/**
 * Creates the second step after a right password, or returns null for an account without a second factor. Throws the
 * refusal of `proof`.
 */
export async function startSecondStep(ctx: Ctx, userId: string, proof: SignInProof): Promise<SecondStep | null> {
  const factors = await findSecondFactor(ctx, userId)
  if (!isEnrolled(factors)) return null
  const challenge = await issueChallenge(ctx, "sign-in", { userId, proof })
  return { challenge, methods: methodsOf(ctx, factors), expires_at: ctx.now() + challengeLifetimes["sign-in"] }
}

/** Returns how a pending sign-in can be finished here and on which other domains; null if it has expired. */
export async function findSecondStep(
  ctx: Ctx,
  token: string,
): Promise<{ methods: SecondFactorMethod[]; elsewhere: string[] } | null> {
  const pending = await findSignIn(ctx, token)
  if (!pending) return null
  const factors = await findSecondFactor(ctx, pending.userId)
  return { methods: methodsOf(ctx, factors), elsewhere: otherDomains(ctx, factors) }
}

/**
 * Finishes a sign-in with a code or a passkey's assertion and returns the session's token. Throws
 * `auth.challenge_expired` (also after five attempts), `validation.failed`, `auth.passkey_unknown`,
 * `auth.passkey_refused` and `rate.limited`.
 */
export async function finishSignIn(
  ctx: Ctx,
  token: string,
  { code, passkey }: SecondStepProof,
  kind: "web" | "api",
): Promise<string> {
  if (!code && !passkey) throw new AppError("validation.failed", { fields: { code: ["required"] } })
  const pending = await trySignIn(ctx, token)
  if (!pending) throw new AppError("auth.challenge_expired")
  if (code) await redeemCode(ctx, pending.userId, code)
  else if (passkey && pending.challenge) await checkPasskey(ctx, pending.challenge, passkey, pending.userId)
  else throw new AppError("auth.challenge_expired")
  if (!(await closeSignIn(ctx, token))) throw new AppError("auth.challenge_expired")
  return openSession(ctx, pending.userId, kind, { isStrong: true })
}
