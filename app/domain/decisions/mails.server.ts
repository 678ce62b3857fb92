import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { Ctx } from "../core/context"
import type { EmailOf } from "../mail/queries.server"
import type { Content } from "../mail/schema"
import { keyLink } from "./key.server"
import { isOfStaff } from "./kinds"
import { findDecision } from "./queries.server"
import { composeStatement } from "./statement.server"

/** Composes the mail with a statement of reasons, and the link to contest it. Null if the decision was deleted. */
export async function composeDecisionMail(ctx: Ctx, email: EmailOf<"decision">): Promise<Content | null> {
  const row = await findDecision(ctx.db, { id: email.data.decisionId })
  if (!row) return null
  const { locale } = email
  const { effect, ground, facts, method, contest } = composeStatement(row, locale, ctx.now())
  const t = translator(locale, "decisions")
  const isNotice = row.kind === "notice_refused"
  return {
    subject: t(isNotice ? "mail.subject_notice" : "mail.subject"),
    heading: t(`kinds.${row.kind}`),
    paragraphs: [
      effect,
      t("mail.ground", ground),
      ...facts,
      method,
      isOfStaff(row.kind)
        ? t("v1.contest", { date: formatDate(contest.until, locale, "date") })
        : t("v1.contest_consent"),
    ],
    action: {
      label: t(isOfStaff(row.kind) ? "mail.action" : "mail.read"),
      href: await keyLink(ctx, { purpose: "decision", id: row.id, locale }),
    },
    note: t(isOfStaff(row.kind) ? "mail.note" : "mail.note_read", { reference: row.reference }),
  }
}

/** Composes the mail that says how an appeal ended. Null if the decision was deleted. */
export async function composeAppealMail(ctx: Ctx, email: EmailOf<"appeal">): Promise<Content | null> {
  const row = await findDecision(ctx.db, { id: email.data.decisionId })
  if (!row?.appeal || row.appeal === "open") return null
  const { locale } = email
  const t = translator(locale, "decisions")
  return {
    subject: t("mail.appeal_subject"),
    heading: t(`appeal.states.${row.appeal}`),
    paragraphs: [t(`appeal.outcome.${row.appeal}`), ...(row.appeal_answer ?? "").split(/\n{2,}/)],
    action: { label: t("mail.action"), href: await keyLink(ctx, { purpose: "decision", id: row.id, locale }) },
    note: t("mail.note", { reference: row.reference }),
  }
}
