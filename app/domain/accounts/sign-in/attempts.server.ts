import type { Ctx } from "~/domain/core/context"
import { isWithin } from "~/domain/core/shared/rate-limit.server"
import { sha256 } from "~/lib/crypto.server"
import * as queries from "../queries.server"
import { deviceHash } from "../sessions/new-device.server"
import { insertDevice } from "../sessions/queries.server"

const accountLimit = "auth.sign-in.account"
const codeLimits = ["auth.second-factor.account", "auth.second-factor.account-day"] as const
const keyOf = (email: string) => sha256(email)
const knownKeyOf = (email: string, device: string) => `${sha256(email)}:${device}`

/**
 * Counts a sign-in attempt and finds the account. Known browsers have their own counter, so that an attacker's failures
 * do not lock the owner out. Call `resetAttempts` after the right password. Throws `rate.limited`.
 */
export async function registerSignInAttempt(ctx: Ctx, email: string) {
  await ctx.limit("auth.sign-in.address", ctx.client.address)
  const { token } = ctx.client.device
  const device = token && sha256(token)
  const account = await queries.findAccount(ctx.db, email, device)
  const key = device && account?.isKnownDevice ? knownKeyOf(email, device) : keyOf(email)
  await ctx.limit(accountLimit, key)
  return { account, resetAttempts: () => ctx.resetLimit(accountLimit, key) }
}

/**
 * Clears the sign-in limits after a proof by mail and makes this browser a known device, so that the owner can sign in
 * at once whatever others try.
 */
export async function clearSignInLimits(ctx: Ctx, { id, email }: { id: string; email: string }): Promise<void> {
  const device = deviceHash(ctx, "web")
  await insertDevice(ctx.db, { userId: id, deviceHash: device }, ctx.now())
  await Promise.all([keyOf(email), knownKeyOf(email, device)].map((key) => ctx.resetLimit(accountLimit, key)))
  // Code limits are cleared a few times a day only: an attacker with the mailbox and the password must not guess on.
  if (!(await isWithin(ctx, "auth.second-factor.forgive", id))) return
  await Promise.all(codeLimits.map((name) => ctx.resetLimit(name, id)))
}
