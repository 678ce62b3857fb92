import { translator } from "~/i18n/i18n.server"
import type { Ctx } from "../context"
import type { EmailOf, OutboxEmail } from "../mail/queries.server"
import type { Content } from "../mail/schema"
import { findAnswer } from "./queries.server"

/** The receipt. Neutral words alone, and none of what was written: a mailbox may have other readers, or be somebody else's. */
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

/** A member reads the answer where they wrote, past their login; a visitor has nowhere but this mail. */
export async function composeAnswerMail(ctx: Ctx, email: EmailOf<"ticket-answer">): Promise<Content | null> {
  const { messageId } = email.data
  const answer = await findAnswer(ctx.db, messageId)
  if (!answer) return null
  const { reference, body, is_member } = answer
  const t = translator(email.locale, "mail")
  const words = { subject: t("ticket_answer.subject"), heading: t("ticket_answer.heading", { reference }) }
  if (is_member) {
    const href = threadAddress(ctx, email, reference)
    return { ...words, paragraphs: [t("ticket_answer.text")], action: { label: t("ticket_answer.action"), href } }
  }
  return {
    ...words,
    paragraphs: body.split(/\n{2,}/),
    action: { label: t("ticket_answer.again"), href: `${ctx.site.origin(email.locale)}/contact` },
    note: t("ticket_answer.quote", { reference }),
  }
}

function threadAddress(ctx: Ctx, { locale }: OutboxEmail, reference: string): string {
  return `${ctx.site.origin(locale)}/contact/${reference}`
}
