import { and, eq, exists, gt, inArray, isNotNull, isNull, ne, notExists, sql } from "drizzle-orm"
import { emailChanges, emailTokens, sessions, users } from "~/db/schema"
import { isSignedIn } from "~/domain/actor/actor"
import type { Ctx } from "~/domain/context"
import { deleteToken, isAlive, issueEmailToken, revokeTokens, tokenMinutes } from "~/domain/mail/email-tokens.server"
import { createMail } from "~/domain/mail/outbox.server"
import type { EmailOf, OutboxEmail } from "~/domain/mail/queries.server"
import type { Content } from "~/domain/mail/schema"
import { translator } from "~/i18n/i18n.server"
import { sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { maskEmail } from "../mask-email"
import type { EmailChangeLink } from "../schema"

const sides = { "email-from": "old", "email-to": "new" } as const
const purposes = ["email-from", "email-to"] as const
const one = { one: sql`1` }

/** Composes the mail to the old address. It masks the new address, so that only its owner recognises it. */
export async function composeEmailFromMail(ctx: Ctx, email: EmailOf<"email-from">): Promise<Content | null> {
  const change = await findMailedChange(ctx, email)
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
  const change = await findMailedChange(ctx, email)
  if (!change || change.toConfirmedAt !== null || change.newEmail !== email.recipient) return null
  const t = translator(email.locale, "mail")
  const [known] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email.recipient)).limit(1)
  if (known) {
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

async function newLink(ctx: Ctx, { locale }: OutboxEmail, purpose: (typeof purposes)[number], changeId: string) {
  return `${ctx.site.origin(locale)}/auth/emails/change/${await issueEmailToken(ctx, purpose, changeId)}`
}

async function findMailedChange(ctx: Ctx, email: EmailOf<"email-from" | "email-to">) {
  const { changeId } = email.data
  const [change] = await ctx.db
    .select({
      id: emailChanges.id,
      newEmail: emailChanges.newEmail,
      fromConfirmedAt: emailChanges.fromConfirmedAt,
      toConfirmedAt: emailChanges.toConfirmedAt,
      oldEmail: users.email,
    })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(and(eq(emailChanges.id, changeId), gt(emailChanges.expiresAt, ctx.now()), isNull(users.bannedAt)))
    .limit(1)
  return change ?? null
}

/** Returns what a valid link confirms, or null. It does not use the link up: mail scanners follow links. */
export async function findEmailChangeLink(ctx: Ctx, token: string): Promise<EmailChangeLink | null> {
  const link = await findLink(ctx, token)
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
  const link = await findLink(ctx, token)
  if (!link) throw new AppError("auth.token_invalid")
  const { db } = ctx
  const now = ctx.now()
  const { changeId, purpose, userId, newEmail, oldEmail, locale } = link
  const alive = db
    .select(one)
    .from(emailTokens)
    .where(and(isAlive(purpose, token, now), eq(emailTokens.subjectId, changeId)))
  const isAgreed = and(
    eq(emailChanges.id, changeId),
    isNotNull(emailChanges.fromConfirmedAt),
    isNotNull(emailChanges.toConfirmedAt),
  )
  const agreed = db.select(one).from(emailChanges).where(isAgreed)
  const taken = db.select(one).from(users).where(eq(users.email, newEmail))
  // True in the batch after the address was updated and until the change's row is deleted.
  const isDone = and(
    exists(agreed),
    exists(
      db
        .select(one)
        .from(users)
        .where(and(eq(users.id, userId), eq(users.email, newEmail))),
    ),
  )
  const own = isSignedIn(ctx.actor) && ctx.actor.user.id === userId ? ctx.actor.session.familyId : ""
  const notices = [oldEmail, newEmail].map((to) =>
    createMail(ctx, { to, locale, template: "email-changed", data: { address: maskEmail(newEmail) }, when: isDone }),
  )
  const results = await db.batch([
    db
      .update(emailChanges)
      .set(purpose === "email-from" ? { fromConfirmedAt: now } : { toConfirmedAt: now })
      .where(and(eq(emailChanges.id, changeId), gt(emailChanges.expiresAt, now), exists(alive))),
    deleteToken(db, purpose, changeId, token),
    db
      .update(users)
      .set({ email: newEmail, emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.id, userId), exists(agreed), notExists(taken))),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.familyId, own), isDone)),
    revokeTokens(db, ["reset"], userId, isDone),
    ...notices.map(({ insert }) => insert),
    db.delete(emailChanges).where(isAgreed),
  ])
  const [confirmed, , changed] = results
  if (confirmed.meta.changes === 0) throw new AppError("auth.token_invalid")
  if (changed.meta.changes > 0) {
    for (const { enqueue } of notices) enqueue()
    await ctx.live(userId).endSockets(own ? { but: own } : {})
    return "changed"
  }
  // Both confirmed, but another account has taken the address; the change's row was deleted.
  if (results.at(-1)?.meta.changes) throw new AppError("conflict.changed")
  return "waiting"
}

/** Cancels a change from either mailbox. Throws `auth.token_invalid` and `rate.limited`. */
export async function stopEmailChange(ctx: Ctx, token: string): Promise<void> {
  await ctx.limit("auth.token.address", ctx.client.address)
  const link = await findLink(ctx, token)
  if (!link) throw new AppError("auth.token_invalid")
  const { db } = ctx
  const [stopped] = await db.batch([
    db.delete(emailChanges).where(eq(emailChanges.id, link.changeId)),
    revokeTokens(db, [...purposes], link.changeId),
  ])
  if (stopped.meta.changes === 0) throw new AppError("auth.token_invalid")
}

/** Returns the change of a valid link, with its owner's address and language, or null. */
async function findLink(ctx: Ctx, token: string) {
  const now = ctx.now()
  const [link] = await ctx.db
    .select({
      changeId: emailChanges.id,
      purpose: sql<(typeof purposes)[number]>`${emailTokens.purpose}`.as("purpose"),
      userId: emailChanges.userId,
      newEmail: emailChanges.newEmail,
      oldEmail: users.email,
      locale: users.locale,
      fromConfirmedAt: emailChanges.fromConfirmedAt,
      toConfirmedAt: emailChanges.toConfirmedAt,
    })
    .from(emailTokens)
    .innerJoin(emailChanges, eq(emailChanges.id, emailTokens.subjectId))
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(
      and(
        eq(emailTokens.tokenHash, sha256(token)),
        inArray(emailTokens.purpose, [...purposes]),
        gt(emailTokens.expiresAt, now),
        gt(emailChanges.expiresAt, now),
        isNull(users.bannedAt),
      ),
    )
    .limit(1)
  return link ?? null
}
