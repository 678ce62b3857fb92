import { translator } from "~/i18n/i18n.server"
import { DAY } from "~/lib/time"
import type { Ctx } from "../../core/context"
import type { EmailOf } from "../../mail/queries.server"
import type { Content } from "../../mail/schema"
import { proofLifetime } from "./join-linked.server"
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
  const token = await issueLink(ctx, { applicationId, email: email.recipient })
  const path = `/casting/follow/${token}`
  // Leads on to the status page for whoever has an account.
  const joins = state === "accepted" && !application.is_member
  return {
    subject: t(`application.${state}.subject`),
    heading: t(`application.${state}.subject`),
    paragraphs: [t(`application.${state}.text`, { reference }), t("application.not_you")],
    action: {
      label: t(joins ? "application.begin" : "application.action"),
      href: `${ctx.site.origin(email.locale)}${joins ? `${path}/join` : path}`,
    },
    note: joins ? t("application.private_join", { count: proofLifetime / DAY }) : t("application.private"),
  }
}
