import { newToken, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { requireUser } from "../actor/guards"
import type { Ctx } from "../context"
import { draftProfile } from "../workshop/draft-profile.server"
import { firstWords, isWithdrawable } from "./policy"
import * as queries from "./queries.server"
import type { Application } from "./schema"
import { withdraw } from "./service.server"

/** Lifetime of a mail's private link (ms), if the application exists that long. */
export const linkLifetime = 365 * 24 * 60 * 60 * 1_000

/** Issues the token of a mail's private link. Earlier mails' links stay valid: people open any of them. */
export async function issueLink(ctx: Pick<Ctx, "db" | "now">, applicationId: string): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  const expiresAt = now + linkLifetime
  await queries.insertLink(ctx.db, { tokenHash: sha256(token), applicationId, expiresAt, createdAt: now })
  return token
}

/** Returns the application of a private link, without its e-mail; null once the link is invalid. Does not use it up. */
export async function findLinkedApplication(ctx: Ctx, token: string): Promise<Application | null> {
  const found = await queries.findApplication(ctx.db, queries.linkedBy(token, ctx.now()))
  return found && { ...queries.toApplication(found), email: null }
}

async function requireLinked(ctx: Ctx, token: string): Promise<Application> {
  await ctx.limit("auth.token.address", ctx.client.address)
  const application = await findLinkedApplication(ctx, token)
  if (!application) throw new AppError("auth.token_invalid")
  return application
}

/**
 * Withdraws the application of a private link. Throws `auth.token_invalid`, `request.not_found` if it is already
 * closed, and `rate.limited`.
 */
export async function withdrawLinked(ctx: Ctx, token: string): Promise<void> {
  const { id, state } = await requireLinked(ctx, token)
  if (!isWithdrawable(state)) throw new AppError("request.not_found")
  await withdraw(ctx, id)
}

/**
 * Makes the actor the owner of a draft profile from an accepted visitor's application, by its private link: the link
 * proves the address, and their account need not have it. Throws `auth.required`, `auth.token_invalid`,
 * `request.not_found` unless it is accepted and unclaimed, `casting.listed` for the owner of a profile, and
 * `rate.limited`.
 */
export async function claimLinked(ctx: Ctx, token: string): Promise<void> {
  const user = requireUser(ctx)
  const application = await requireLinked(ctx, token)
  if (application.state !== "accepted" || application.is_member) throw new AppError("request.not_found")
  if (user.workshop) throw new AppError("casting.listed")
  const isClaimed = queries.isClaimedBy(application.id, user.id)
  const profile = draftProfile(ctx, user.id, firstWords(application), isClaimed)
  const [claimed] = await ctx.db.batch([
    queries.claimApplication(ctx.db, application.id, user.id, ctx.now()),
    ...profile.statements,
  ])
  if (claimed.meta.changes === 0) throw new AppError("request.not_found")
  ctx.enqueueJob({ kind: "application_pictures", applicationId: application.id, profileId: profile.id })
}

/**
 * Lets the holder of a visitor's private link edit the application while changes are requested: returns a new browser
 * secret that replaces the previous one. Null for a member's: they log in. Throws `auth.token_invalid`, `casting.sent`
 * and `rate.limited`.
 */
export async function editLinked(ctx: Ctx, token: string): Promise<string | null> {
  const { id, state, is_member } = await requireLinked(ctx, token)
  if (state !== "changes_requested") throw new AppError("casting.sent")
  if (is_member) return null
  const secret = newToken()
  if (!(await queries.replaceSecret(ctx.db, id, sha256(secret)))) throw new AppError("casting.sent")
  return secret
}
