import { translator } from "~/i18n/i18n.server"
import type { Ctx } from "../../core/context"
import type { EmailOf } from "../../mail/queries.server"
import type { Content } from "../../mail/schema"

/** Composes the mail that says that a limit, a suspension or a closure was lifted, and what it leaves to the member. */
export async function composeLiftedMail(ctx: Ctx, email: EmailOf<"sanction-lifted">): Promise<Content> {
  const { locale, data } = email
  const t = translator(locale, "mail")
  const subject = t(`sanction_lifted.${data.kind}.subject`)
  return {
    subject,
    heading: subject,
    paragraphs: [t(`sanction_lifted.${data.kind}.what`)],
    action: { label: t("sanction_lifted.action"), href: `${ctx.site.origin(locale)}/auth/login` },
    note: t("sanction_lifted.note"),
  }
}
