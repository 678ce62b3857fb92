import { translator } from "~/i18n/i18n.server"
import type { Resources } from "~/i18n/resources.server"
import { composeEmailFromMail, composeEmailToMail } from "../accounts/email-change/links.server"
import { composeResetMail } from "../accounts/passwords/reset.server"
import { composeNewSignInMail } from "../accounts/sessions/new-device.server"
import { composeJoinMail } from "../accounts/sign-up/join.server"
import { composeCaptchaCodeMail } from "../captcha/code.server"
import { composeApplicationMail } from "../casting/mails.server"
import type { Ctx } from "../context"
import type { EmailOf, OutboxEmail } from "../mail/queries.server"
import type { Content, Template } from "../mail/schema"
import { composeClosingMail } from "../moderation/closing.server"
import { composeReportMail } from "../moderation/service.server"
import { composeDigestMail } from "../notifications/digest.server"
import { composeErasureMail, composeExportMail, composeReceiptMail } from "../privacy/mails.server"
import { composeAnswerMail, composeTicketMail } from "../support/mails.server"

type Composer<T extends Template> = (ctx: Ctx, email: EmailOf<T>) => Promise<Content | null>

/** What each mail says, made when it is sent: links hold tokens, and those are never kept. Null: there is nobody to tell. */
const composers: { [T in Template]: Composer<T> } = {
  join: composeJoinMail,
  reset: composeResetMail,
  "export-ready": composeExportMail,
  "erasure-requested": composeErasureMail("requested"),
  "erasure-soon": composeErasureMail("soon"),
  "erasure-done": composeReceiptMail,
  "new-sign-in": composeNewSignInMail,
  "email-from": composeEmailFromMail,
  "email-to": composeEmailToMail,
  "email-changed": async (_ctx, email) => {
    const { address } = email.data
    const t = translator(email.locale, "mail")
    return {
      subject: t("email_changed.subject"),
      heading: t("email_changed.heading"),
      paragraphs: [t("email_changed.text", { address }), t("email_changed.not_you")],
    }
  },
  digest: composeDigestMail,
  "captcha-code": composeCaptchaCodeMail,
  report: composeReportMail,
  "report-closed": composeClosingMail,
  ticket: composeTicketMail,
  application: composeApplicationMail,
  "ticket-answer": composeAnswerMail,
  "password-changed": async (_ctx, email) => {
    const t = translator(email.locale, "mail")
    return {
      subject: t("password_changed.subject"),
      heading: t("password_changed.heading"),
      paragraphs: [t("password_changed.text"), t("password_changed.not_you")],
    }
  },
  "two-factor-on": securityNotice("app_on"),
  "two-factor-off": securityNotice("app_off"),
  "passkey-added": securityNotice("passkey_added"),
  "passkey-removed": securityNotice("passkey_removed"),
  "recovery-code-used": securityNotice("recovery_code_used"),
}

/** Returns what a mail says; null where there is nobody to tell any more. */
export function compose(ctx: Ctx, email: OutboxEmail): Promise<Content | null> {
  // A template's composer takes the mails of that template.
  return (composers[email.template] as Composer<Template>)(ctx, email)
}

/** Tells of a change to how one signs in, and what to do when it was somebody else. */
function securityNotice(name: keyof Resources["mail"]["security"]) {
  return async (ctx: Ctx, email: OutboxEmail): Promise<Content> => {
    const t = translator(email.locale, "mail")
    return {
      subject: t(`security.${name}.subject`),
      heading: t(`security.${name}.subject`),
      paragraphs: [t(`security.${name}.text`), t("security_not_you")],
      action: { label: t("security_action"), href: `${ctx.site.origin(email.locale)}/profile/settings` },
    }
  }
}
