import type { Ctx } from "~/domain/context"
import { isWithin } from "~/domain/shared/within-limit.server"
import { sha256 } from "~/lib/crypto.server"
import * as queries from "../queries.server"
import { deviceHash } from "../sessions/new-device.server"

const accountLimit = "auth.sign-in.account"
const codeLimits = ["auth.second-factor.account", "auth.second-factor.account-day"] as const
const keyOf = (email: string) => sha256(email)
const knownKeyOf = (email: string, device: string) => `${sha256(email)}:${device}`

/**
 * Counts a try to sign in, and finds the account that it is about. A browser that was signed in to that account before has a count of
 * its own: whoever fails at the door for hours keeps others like themselves waiting, not the owner. `forget` after the right password.
 * Throws `rate.limited`.
 */
export async function registerSignInAttempt(ctx: Ctx, email: string) {
  await ctx.limit("auth.sign-in.address", ctx.client.address)
  const { token } = ctx.client.device
  const device = token && sha256(token)
  const account = await queries.findAccount(ctx.db, email, device)
  const key = device && account?.isKnownDevice ? knownKeyOf(email, device) : keyOf(email)
  await ctx.limit(accountLimit, key)
  return { account, forget: () => ctx.resetLimit(accountLimit, key) }
}

/** After a proof by mail: the owner can sign in at once in this browser, whatever was tried, and whatever others go on trying. */
export async function clearSignInLimits(ctx: Ctx, { id, email }: { id: string; email: string }): Promise<void> {
  const device = deviceHash(ctx, "web")
  await queries.insertDevice(ctx.db, { userId: id, deviceHash: device }, ctx.now())
  await Promise.all([keyOf(email), knownKeyOf(email, device)].map((key) => ctx.resetLimit(accountLimit, key)))
  // Wrong codes are forgiven a few times a day only: who reads the mailbox and the password must not go on guessing.
  if (!(await isWithin(ctx, "auth.second-factor.forgive", id))) return
  await Promise.all(codeLimits.map((name) => ctx.resetLimit(name, id)))
}
