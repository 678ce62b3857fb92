import { translator } from "~/i18n/i18n.server"
import type { Resources } from "~/i18n/resources.server"
import { composeCaptchaCodeMail } from "../../accounts/captcha/code.server"
import { composeEmailFromMail, composeEmailToMail } from "../../accounts/email-change/links.server"
import { composeFactorCodeMail, composeFirstFactorMail } from "../../accounts/first-factor/enrolment.server"
import { composeResetMail } from "../../accounts/passwords/reset.server"
import { composeNewSignInMail } from "../../accounts/sessions/new-device.server"
import { composeJoinMail } from "../../accounts/sign-up/join.server"
import { composeFactorResetMail } from "../../accounts/staff/factor-resets.server"
import { composePlanMail } from "../../billing/notices/mails.server"
import type { Ctx } from "../../core/context"
import { composeAppealMail, composeDecisionMail } from "../../decisions/mails.server"
import type { EmailOf, OutboxEmail } from "../../mail/queries.server"
import type { Content, Template } from "../../mail/schema"
import { composeDigestMail } from "../../notifications/digest.server"
import { composeErasureMail, composeExportMail, composeReceiptMail } from "../../privacy/mails.server"
import { composeAlertMail } from "../../safety/alerts.server"
import { composeQuestionMail } from "../../safety/cases/questions/answers.server"
import { composeClosingMail } from "../../safety/cases/reports.server"
import { composeMisuseMail } from "../../safety/misuse.server"
import { composeLiftedMail } from "../../safety/sanctions/mails.server"
import { composeReportMail } from "../../safety/service.server"
import { composeApplicationMail } from "../../support/applications/mails.server"
import { composeReplyMail, composeTicketMail } from "../../support/tickets/mails.server"

type Composer<T extends Template> = (ctx: Ctx, email: EmailOf<T>) => Promise<Content | null>

/**
 * Composers of all templates. They run at delivery: links hold tokens, which are never stored. Null: there is no
 * recipient any more.
 */
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
  plan: composePlanMail,
  report: composeReportMail,
  "report-closed": composeClosingMail,
  "urgent-reports": composeAlertMail,
  "report-misuse": composeMisuseMail,
  "case-question": composeQuestionMail,
  decision: composeDecisionMail,
  appeal: composeAppealMail,
  "sanction-lifted": composeLiftedMail,
  ticket: composeTicketMail,
  application: composeApplicationMail,
  "ticket-answer": composeReplyMail,
  "password-changed": async (_ctx, email) => {
    const t = translator(email.locale, "mail")
    return {
      subject: t("password_changed.subject"),
      heading: t("password_changed.heading"),
      paragraphs: [t("password_changed.text"), t("password_changed.not_you")],
    }
  },
  "factor-code": composeFactorCodeMail,
  "first-factor": composeFirstFactorMail,
  "factor-reset": composeFactorResetMail,
  "two-factor-on": securityNotice("app_on"),
  "two-factor-off": securityNotice("app_off"),
  "passkey-added": securityNotice("passkey_added"),
  "passkey-removed": securityNotice("passkey_removed"),
  "recovery-code-used": securityNotice("recovery_code_used"),
}

/** Composes a mail; null if there is no recipient any more. */
export function compose(ctx: Ctx, email: OutboxEmail): Promise<Content | null> {
  return (composers[email.template] as Composer<Template>)(ctx, email)
}

/** Composes a notice of a change to the user's sign-in methods, and what to do if they did not make it. */
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
