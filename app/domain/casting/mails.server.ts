import { translator } from "~/i18n/i18n.server"
import type { Ctx } from "../context"
import type { EmailOf } from "../mail/queries.server"
import type { Content } from "../mail/schema"
import { issueLink } from "./links.server"
import { findApplication } from "./queries.server"

/**
 * Composes the mail about an application's state, with its private link. Neutral words only: others may read the
 * mailbox.
 */
export async function composeApplicationMail(ctx: Ctx, email: EmailOf<"application">): Promise<Content | null> {
  const { applicationId, state } = email.data
  const application = await findApplication(ctx.db, applicationId)
  if (!application) return null
  const { reference } = application
  const t = translator(email.locale, "mail")
  const token = await issueLink(ctx, applicationId)
  return {
    subject: t(`application.${state}.subject`),
    heading: t(`application.${state}.subject`),
    paragraphs: [t(`application.${state}.text`, { reference }), t("application.not_you")],
    action: { label: t("application.action"), href: `${ctx.site.origin(email.locale)}/casting/follow/${token}` },
    note: t("application.private"),
  }
}
