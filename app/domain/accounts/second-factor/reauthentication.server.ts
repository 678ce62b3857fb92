import { hasRecentProof, requireSession } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import { AppError } from "~/lib/errors"
import { verifyPassword } from "../passwords/hash.server"
import { findPasswordHash } from "../queries.server"
import type { Proof, SecondFactorMethod } from "../schema"
import { renewToken } from "../sessions/session.server"
import { takeChallenge } from "./challenges.server"
import { methodsOf, otherDomains } from "./methods.server"
import { checkPasskey } from "./passkeys.server"
import { markConfirmed } from "./queries.server"
import { elevateSession, findSecondFactor, isEnrolled, redeemCode } from "./second-factor.server"

/**
 * Returns the methods the actor can re-authenticate with: their second factors or, without any, their password; null if
 * they have done so recently.
 */
export async function findConfirmation(
  ctx: Ctx,
): Promise<{ methods: (SecondFactorMethod | "password")[]; elsewhere: string[] } | null> {
  const actor = requireSession(ctx)
  if (hasRecentProof(ctx, actor)) return null
  const factors = await findSecondFactor(ctx, actor.user.id)
  return {
    methods: isEnrolled(factors) ? methodsOf(ctx, factors) : ["password"],
    elsewhere: otherDomains(ctx, factors),
  }
}

/**
 * Re-authenticates the actor: by a code or a passkey if they have a second factor, else by their password. Throws
 * `validation.failed`, `auth.challenge_expired`, `auth.passkey_unknown`, `auth.passkey_refused` and `rate.limited`.
 */
export async function confirm(ctx: Ctx, proof: Proof): Promise<void> {
  const actor = requireSession(ctx)
  const { user, session } = actor
  if (!isEnrolled(await findSecondFactor(ctx, user.id))) {
    await checkPassword(ctx, user.id, proof.password)
    await markConfirmed(ctx.db, { userId: user.id, familyId: session.familyId }, ctx.now())
    return
  }
  if (proof.passkey) {
    const issued = await takeChallenge(ctx, "passkey-confirm", proof.challenge ?? "")
    if (!issued?.challenge || issued.userId !== user.id) throw new AppError("auth.challenge_expired")
    await checkPasskey(ctx, issued.challenge, proof.passkey, user.id)
  } else if (proof.code) await redeemCode(ctx, user.id, proof.code)
  else throw new AppError("validation.failed", { fields: { code: ["required"] } })
  await elevateSession(ctx, actor)
  await renewToken(ctx, actor)
}

async function checkPassword(ctx: Ctx, userId: string, password: string | undefined): Promise<void> {
  if (!password) throw new AppError("validation.failed", { fields: { password: ["required"] } })
  await ctx.limit("auth.confirm.account", userId)
  if (await verifyPassword(password, await findPasswordHash(ctx.db, userId))) return
  throw new AppError("validation.failed", { fields: { password: ["password_wrong"] } })
}
