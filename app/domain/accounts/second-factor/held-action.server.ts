import { trustedJson } from "~/db/statements/json"
import type { SignedIn } from "~/domain/core/actor/actor"
import { hasRecentProof, requireSession } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import { isWithin } from "~/domain/core/shared/rate-limit.server"
import { newToken, sha256 } from "~/lib/crypto.server"
import { challengeLifetimes } from "./challenges.server"
import * as queries from "./queries.server"

/** A page's form that was refused until its sender re-authenticates. */
export interface HeldAction {
  /** Path and query of the page. */
  path: string
  fields: [string, string][]
}

/** Maximum length of a held form as JSON, in characters. */
const maxLength = 64 * 1024

/**
 * Stores the actor's form until they re-authenticate, sealed, since it may hold secrets; returns the token that releases
 * it in this sign-in alone. Null if it is too long, or the actor has held too many: then it is to be sent again.
 */
export async function holdAction(ctx: Ctx, action: HeldAction): Promise<string | null> {
  const actor = requireSession(ctx)
  const text = JSON.stringify(action)
  if (text.length > maxLength || !(await isWithin(ctx, "auth.held-act", actor.user.id))) return null
  const token = newToken()
  const now = ctx.now()
  await queries.insertChallenge(ctx.db, {
    tokenHash: keyOf(actor, token),
    purpose: "held-act",
    userId: actor.user.id,
    challenge: await ctx.secrets.seal(text, sealOf(actor)),
    expiresAt: now + challengeLifetimes["held-act"],
    createdAt: now,
  })
  return token
}

/** Returns the page of a held act of this sign-in, or null if it is expired, done or another's. */
export async function findHeldPath(ctx: Ctx, token: string): Promise<string | null> {
  return (await findHeldAction(ctx, token))?.act.path ?? null
}

/**
 * Takes the held act of a page, if the actor has re-authenticated; else null. Of several calls, one gets it: an act is
 * done once.
 */
export async function takeHeldAction(ctx: Ctx, token: string, path: string): Promise<HeldAction | null> {
  const actor = requireSession(ctx)
  const found = await findHeldAction(ctx, token)
  if (found?.act.path !== path || !hasRecentProof(ctx, actor)) return null
  return (await queries.takeSealed(ctx.db, keyOf(actor, token), found.sealed)) ? found.act : null
}

async function findHeldAction(ctx: Ctx, token: string): Promise<{ sealed: string; act: HeldAction } | null> {
  const actor = requireSession(ctx)
  const sealed = await queries.findSealed(ctx.db, keyOf(actor, token), ctx.now())
  return sealed ? { sealed, act: trustedJson<HeldAction>(await ctx.secrets.open(sealed, sealOf(actor))) } : null
}

/** Includes the sign-in and its user: in another one, the token finds nothing. */
function keyOf({ user, session }: SignedIn, token: string): string {
  return sha256(`act ${user.id} ${session.familyId} ${token}`)
}

const sealOf = ({ user, session }: SignedIn) => `act:${user.id}:${session.familyId}`
