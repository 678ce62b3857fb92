import { formatDate, formatTime } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { Ctx } from "../../core/context"
import type { EmailOf } from "../../mail/queries.server"
import type { Content } from "../../mail/schema"
import { findSanction } from "./queries.server"

/** Composes the statement of reasons (DSA, article 17): what, why, until when, and how to object. Null if it was deleted. */
export async function composeSanctionMail(ctx: Ctx, email: EmailOf<"sanction">): Promise<Content | null> {
  const sanction = await findSanction(ctx.db, email.data.sanctionId)
  if (!sanction) return null
  const { kind, reason, expiresAt } = sanction
  const { locale } = email
  const t = translator(locale, "mail")
  const until = expiresAt === null ? "" : `${formatDate(expiresAt, locale, "date")}, ${formatTime(expiresAt, locale)}`
  return {
    subject: t(`sanction.${kind}.subject`),
    heading: t(`sanction.${kind}.subject`),
    paragraphs: [
      t(`sanction.${kind}.what`, { date: until }),
      t("sanction.why"),
      ...reason.split(/\n{2,}/),
      t("sanction.by_person"),
      t("sanction.object"),
    ],
    action: { label: t("sanction.action"), href: `${ctx.site.origin(locale)}/contact` },
    note: t("sanction.note"),
  }
}

/** Composes the mail that says that a suspension or a closure was lifted, and what it leaves to the member. */
export async function composeLiftedMail(ctx: Ctx, email: EmailOf<"sanction-lifted">): Promise<Content> {
  const { locale, data } = email
  const t = translator(locale, "mail")
  const subject = t(`sanction_lifted.${data.kind}.subject`)
  return {
    subject,
    heading: subject,
    paragraphs: [t(`sanction_lifted.${data.kind}.what`)],
    action: { label: t("sanction_lifted.action"), href: `${ctx.site.origin(locale)}/auth/login` },
    note: t("sanction.note"),
  }
}
