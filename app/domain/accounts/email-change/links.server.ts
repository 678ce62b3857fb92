import { batch } from "~/db/statements/batch"
import { isSignedIn } from "~/domain/core/actor/actor"
import type { Ctx } from "~/domain/core/context"
import { issueEmailToken, tokenMinutes } from "~/domain/mail/email-tokens.server"
import { createMail } from "~/domain/mail/outbox.server"
import type { EmailOf, OutboxEmail } from "~/domain/mail/queries.server"
import type { Content } from "~/domain/mail/schema"
import { deleteToken, revokeTokens } from "~/domain/mail/token-queries.server"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { maskEmail } from "../mask-email"
import { findUserIdByEmail } from "../queries.server"
import type { EmailChangeLink } from "../schema"
import { deleteOtherSessions } from "../sessions/queries.server"
import * as queries from "./queries.server"

const sides = { "email-from": "old", "email-to": "new" } as const

/** Composes the mail to the old address. It masks the new address, so that only its owner recognises it. */
export async function composeEmailFromMail(ctx: Ctx, email: EmailOf<"email-from">): Promise<Content | null> {
  const change = await queries.findChangeToMail(ctx.db, email.data.changeId, ctx.now())
  if (!change || change.fromConfirmedAt !== null || change.oldEmail !== email.recipient) return null
  const t = translator(email.locale, "mail")
  return {
    subject: t("email_from.subject"),
    heading: t("email_from.heading"),
    paragraphs: [t("email_from.text", { address: maskEmail(change.newEmail) }), t("email_from.not_you")],
    action: { label: t("email_from.action"), href: await newLink(ctx, email, "email-from", change.id) },
    note: t("lifetime", { minutes: tokenMinutes }),
  }
}

/**
 * Composes the mail to the new address: the link, or, if the address has an account already, a notice that nothing will
 * change.
 */
export async function composeEmailToMail(ctx: Ctx, email: EmailOf<"email-to">): Promise<Content | null> {
  const change = await queries.findChangeToMail(ctx.db, email.data.changeId, ctx.now())
  if (!change || change.toConfirmedAt !== null || change.newEmail !== email.recipient) return null
  const t = translator(email.locale, "mail")
  const known = await findUserIdByEmail(ctx.db, email.recipient)
  if (known !== null) {
    return {
      subject: t("email_known.subject"),
      heading: t("email_known.heading"),
      paragraphs: [t("email_known.text"), t("email_known.not_you")],
    }
  }
  return {
    subject: t("email_to.subject"),
    heading: t("email_to.heading"),
    paragraphs: [t("email_to.text"), t("email_to.not_you")],
    action: { label: t("email_to.action"), href: await newLink(ctx, email, "email-to", change.id) },
    note: t("lifetime", { minutes: tokenMinutes }),
  }
}

async function newLink(ctx: Ctx, { locale }: OutboxEmail, purpose: queries.ChangePurpose, changeId: string) {
  return `${ctx.site.origin(locale)}/auth/emails/change/${await issueEmailToken(ctx, purpose, changeId)}`
}

/** Returns what a valid link confirms, or null. It does not use the link up: mail scanners follow links. */
export async function findEmailChangeLink(ctx: Ctx, token: string): Promise<EmailChangeLink | null> {
  const link = await queries.findChangeByToken(ctx.db, token, ctx.now())
  if (!link) return null
  const other = link.purpose === "email-from" ? link.toConfirmedAt : link.fromConfirmedAt
  return { side: sides[link.purpose], address: maskEmail(link.newEmail), isOtherConfirmed: other !== null }
}

/**
 * Confirms a change for the mailbox that the link was sent to. The second confirmation changes the address, ends every
 * session but the actor's own, revokes password-reset links sent to the old address and notifies both mailboxes. Throws
 * `auth.token_invalid`, `conflict.changed` if the address was taken in the meantime, and `rate.limited`.
 */
export async function confirmEmailChange(ctx: Ctx, token: string): Promise<"waiting" | "changed"> {
  await ctx.limit("auth.token.address", ctx.client.address)
  const link = await queries.findChangeByToken(ctx.db, token, ctx.now())
  if (!link) throw new AppError("auth.token_invalid")
  const { db } = ctx
  const now = ctx.now()
  const { changeId, purpose, userId, newEmail, oldEmail, locale } = link
  // True in the batch after the address was updated and until the change's row is deleted.
  const isDone = queries.isEmailUpdated(db, link)
  const own = isSignedIn(ctx.actor) && ctx.actor.user.id === userId ? ctx.actor.session.familyId : ""
  const notices = [oldEmail, newEmail].map((to) =>
    createMail(ctx, { to, locale, template: "email-changed", data: { address: maskEmail(newEmail) }, when: isDone }),
  )
  const { confirmed, changed, agreed } = await batch(db, {
    confirmed: queries.confirmChange(db, link, token, now),
    used: deleteToken(db, purpose, changeId, token),
    changed: queries.updateEmail(db, link, now),
    sessions: deleteOtherSessions(db, userId, own, isDone),
    resets: revokeTokens(db, ["reset"], userId, isDone),
    notices: notices.map(({ insert }) => insert),
    agreed: queries.deleteAgreedChange(db, changeId),
  })
  if (confirmed.meta.changes === 0) throw new AppError("auth.token_invalid")
  if (changed.meta.changes > 0) {
    for (const { enqueue } of notices) enqueue()
    await ctx.live(userId).endSockets(own ? { but: own } : {})
    return "changed"
  }
  // Both confirmed, but another account has taken the address; the change's row was deleted.
  if (agreed.meta.changes > 0) throw new AppError("conflict.changed")
  return "waiting"
}

/** Cancels a change from either mailbox. Throws `auth.token_invalid` and `rate.limited`. */
export async function stopEmailChange(ctx: Ctx, token: string): Promise<void> {
  await ctx.limit("auth.token.address", ctx.client.address)
  const link = await queries.findChangeByToken(ctx.db, token, ctx.now())
  if (!link) throw new AppError("auth.token_invalid")
  const { db } = ctx
  const [stopped] = await db.batch([
    queries.deleteEmailChange(db, link.changeId),
    revokeTokens(db, [...queries.changePurposes], link.changeId),
  ])
  if (stopped.meta.changes === 0) throw new AppError("auth.token_invalid")
}
