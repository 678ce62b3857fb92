import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import type { Ctx } from "../context"
import type { OutboxEmail } from "../mail/queries.server"
import type { Content } from "../mail/schema"
import { findReply } from "./queries.server"

/** Composes the receipt. Neutral texts only, without the message: others may read the mailbox, or own it. */
export async function composeTicketMail(ctx: Ctx, email: OutboxEmail): Promise<Content> {
  const { reference, isMember } = JSON.parse(email.data) as { reference: string; isMember: 0 | 1 }
  const t = translator(email.locale as Locale, "mail")
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
export async function composeReplyMail(ctx: Ctx, email: OutboxEmail): Promise<Content | null> {
  const { messageId } = JSON.parse(email.data) as { messageId: string }
  const reply = await findReply(ctx.db, messageId)
  if (!reply) return null
  const { reference, body, is_member } = reply
  const t = translator(email.locale as Locale, "mail")
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
