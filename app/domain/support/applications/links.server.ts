import { hmac, newToken, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { createMail } from "../../mail/outbox.server"
import { draftProfile } from "../../profiles/editing/draft-profile.server"
import { initialTexts, isWithdrawable } from "./policy"
import * as queries from "./queries.server"
import type { Application } from "./schema"
import { findOwnApplication, type Secret, withdraw } from "./service.server"

/** Lifetime of a mail's private link (ms), if the application exists that long. */
const linkLifetime = 365 * 24 * 60 * 60 * 1_000

/** Hash of the address that a link was mailed to. Its key, the token, is stored nowhere. */
export const linkAddressHash = (token: string, email: string) => hmac(token, `casting link ${email}`)

/**
 * Issues the token of the private link of a mail to `email`. Earlier mails' links stay valid: people open any of them.
 */
export async function issueLink(
  ctx: Pick<Ctx, "db" | "now">,
  { applicationId, email }: { applicationId: string; email: string },
): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  await queries.insertLink(ctx.db, {
    tokenHash: sha256(token),
    applicationId,
    addressHash: linkAddressHash(token, email),
    expiresAt: now + linkLifetime,
    createdAt: now,
  })
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
 * Makes the actor the owner of a draft profile from an accepted visitor's application, by its private link: their
 * account need not have its address. Once they own it, again does nothing. Throws `auth.required`, `auth.token_invalid`,
 * `request.not_found` unless it is accepted, `casting.claimed` for another account's, `casting.listed` for the owner of
 * another profile, and `rate.limited`.
 */
export async function claimLinked(ctx: Ctx, token: string): Promise<void> {
  requireUser(ctx)
  await claim(ctx, await requireLinked(ctx, token))
}

/** Claims the application of this browser, or of the actor. Throws `auth.required` and what `claimLinked` does. */
export async function claimOwn(ctx: Ctx, secret: Secret): Promise<void> {
  requireUser(ctx)
  const application = await findOwnApplication(ctx, secret)
  if (!application) throw new AppError("request.not_found")
  await claim(ctx, application)
}

async function claim(ctx: Ctx, application: Application): Promise<void> {
  const user = requireUser(ctx)
  if (application.state !== "accepted") throw new AppError("request.not_found")
  if (application.is_member) return requireClaimed(ctx, application.id, user.id)
  if (user.workshop) throw new AppError("casting.listed")
  const isClaimed = queries.isClaimedBy(application.id, user.id)
  const profile = draftProfile(ctx, user.id, initialTexts(application), isClaimed)
  const [claimed] = await ctx.db.batch([
    queries.claimApplication(ctx.db, { id: application.id, userId: user.id, now: ctx.now() }),
    ...profile.statements,
  ])
  if (claimed.meta.changes === 0) return requireClaimed(ctx, application.id, user.id)
  ctx.enqueueJob({ kind: "application_pictures", applicationId: application.id, profileId: profile.id })
}

async function requireClaimed(ctx: Ctx, id: string, userId: string): Promise<void> {
  if (!(await queries.isMembers(ctx.db, id, userId))) throw new AppError("casting.claimed")
}

/**
 * Mails the private link of an accepted application to its address, which this browser has not proven. Throws
 * `request.not_found` unless it is accepted and unclaimed, and `rate.limited`.
 */
export async function mailLink(ctx: Ctx, secret: Secret): Promise<void> {
  const application = await findOwnApplication(ctx, secret)
  if (application?.state !== "accepted" || !application.email) throw new AppError("request.not_found")
  await ctx.limit("casting.receipt", sha256(application.email))
  const mail = createMail(ctx, {
    ...queries.applicantOf(application.id),
    template: "application",
    data: { applicationId: application.id, state: "accepted" },
  })
  await mail.insert
  mail.enqueue()
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
