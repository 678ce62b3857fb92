import { translator } from "~/i18n/i18n.server"
import type { Ctx } from "../../core/context"
import type { EmailOf, OutboxEmail } from "../../mail/queries.server"
import type { Content } from "../../mail/schema"
import { findReply } from "./queries.server"

/** Composes the receipt. Neutral texts only, without the message: others may read the mailbox, or own it. */
export async function composeTicketMail(ctx: Ctx, email: EmailOf<"ticket">): Promise<Content> {
  const { reference, isMember } = email.data
  const t = translator(email.locale, "mail")
  return {
    subject: t("ticket.subject"),
    heading: t("ticket.subject"),
    paragraphs: [t("ticket.text", { reference }), t("ticket.not_you")],
    ...(isMember && { action: { label: t("ticket.action"), href: threadAddress(ctx, email, reference) } }),
  }
}

/**
 * Composes the mail about staff's reply. Members read the reply in the app after logging in; visitors get it in this
 * mail.
 */
export async function composeReplyMail(ctx: Ctx, email: EmailOf<"ticket-answer">): Promise<Content | null> {
  const { messageId } = email.data
  const answer = await findReply(ctx.db, messageId)
  if (!answer) return null
  const { reference, body, is_member } = answer
  const t = translator(email.locale, "mail")
  const texts = { subject: t("ticket_answer.subject"), heading: t("ticket_answer.heading", { reference }) }
  if (is_member) {
    const href = threadAddress(ctx, email, reference)
    return { ...texts, paragraphs: [t("ticket_answer.text")], action: { label: t("ticket_answer.action"), href } }
  }
  return {
    ...texts,
    paragraphs: body.split(/\n{2,}/),
    action: { label: t("ticket_answer.again"), href: `${ctx.site.origin(email.locale)}/contact` },
    note: t("ticket_answer.quote", { reference }),
  }
}

function threadAddress(ctx: Ctx, { locale }: OutboxEmail, reference: string): string {
  return `${ctx.site.origin(locale)}/contact/${reference}`
}
