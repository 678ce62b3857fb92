import type { Ctx } from "~/domain/context"
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
import { openSession } from "../sessions/session.server"

/** After a right password: the question for the second factor, or null for an account without one. */
export async function askSecondStep(ctx: Ctx, userId: string): Promise<SecondStep | null> {
  const present = await findSecondFactor(ctx, userId)
  if (!isEnrolled(present)) return null
  const challenge = await issueChallenge(ctx, "sign-in", { userId })
  return { challenge, methods: methodsOf(ctx, present), expires_at: ctx.now() + challengeLifetimes["sign-in"] }
}

/** How a sign-in that waits can be finished here, and on which other domains; null when it is not open any more. */
export async function findSecondStep(
  ctx: Ctx,
  token: string,
): Promise<{ methods: SecondFactorMethod[]; elsewhere: string[] } | null> {
  const waiting = await findSignIn(ctx, token)
  if (!waiting) return null
  const present = await findSecondFactor(ctx, waiting.userId)
  return { methods: methodsOf(ctx, present), elsewhere: otherDomains(ctx, present) }
}

/**
 * Finishes a sign-in by its second factor: a code, or the answer of a passkey. Gives the session's token. Throws
 * `auth.challenge_expired` (also after five tries), `validation.failed`, `auth.passkey_unknown`, `auth.passkey_refused`, `rate.limited`.
 */
export async function finishSignIn(
  ctx: Ctx,
  token: string,
  { code, passkey }: SecondStepProof,
  kind: "web" | "api",
): Promise<string> {
  if (!code && !passkey) throw new AppError("validation.failed", { fields: { code: ["required"] } })
  const waiting = await trySignIn(ctx, token)
  if (!waiting) throw new AppError("auth.challenge_expired")
  if (code) await redeemCode(ctx, waiting.userId, code)
  else if (passkey && waiting.challenge) await checkPasskey(ctx, waiting.challenge, passkey, waiting.userId)
  else throw new AppError("auth.challenge_expired")
  if (!(await closeSignIn(ctx, token))) throw new AppError("auth.challenge_expired")
  return openSession(ctx, waiting.userId, kind, { isStrong: true })
}
