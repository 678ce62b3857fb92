import { AppError } from "~/lib/errors"
import type { Ctx } from "../context"
import { challengeLifetimes, closeSignIn, findSignIn, issueChallenge, trySignIn } from "./challenges.server"
import { checkPasskey, relyingParty } from "./passkeys.server"
import type { SecondFactor, SecondFactorMethod, SecondStep, SecondStepProof } from "./schema"
import { findSecondFactor, isEnrolled, redeemCode } from "./second-factor.server"
import { openSession } from "./service.server"

/** What can be used on this domain, of what a user has. */
export function methodsOf(ctx: Pick<Ctx, "site" | "locale">, present: SecondFactor): SecondFactorMethod[] {
  const methods: SecondFactorMethod[] = []
  if (present.app_since !== null) methods.push("app")
  if (present.passkeys.some(({ domain }) => domain === relyingParty(ctx).id)) methods.push("passkey")
  if (present.recovery_codes_left > 0) methods.push("recovery_code")
  return methods
}

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

/** Where those passkeys work that do not work here. */
export function otherDomains(ctx: Pick<Ctx, "site" | "locale">, { passkeys }: SecondFactor): string[] {
  const { id } = relyingParty(ctx)
  return [...new Set(passkeys.map(({ domain }) => domain))].filter((domain) => domain !== id)
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
