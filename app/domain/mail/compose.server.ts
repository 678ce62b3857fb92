import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import { composeJoinMail } from "../accounts/join.server"
import { composeResetMail } from "../accounts/reset.server"
import type { Ctx } from "../context"
import { composeReportMail } from "../moderation/service.server"
import type { OutboxEmail } from "./queries.server"
import type { Content, Template } from "./schema"

type Composer = (ctx: Ctx, email: OutboxEmail) => Promise<Content | null>

/** What each mail says, made when it is sent: links hold tokens, and those are never kept. Null: there is nobody to tell. */
export const composers: Record<Template, Composer> = {
  join: composeJoinMail,
  reset: composeResetMail,
  report: composeReportMail,
  "password-changed": async (_ctx, email) => {
    const t = translator(email.locale as Locale, "mail")
    return {
      subject: t("password_changed.subject"),
      heading: t("password_changed.heading"),
      paragraphs: [t("password_changed.text"), t("password_changed.not_you")],
    }
  },
}
