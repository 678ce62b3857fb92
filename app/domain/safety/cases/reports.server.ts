import type { SQL } from "drizzle-orm"
import { batch } from "~/db/statements/batch"
import { allOf, always } from "~/db/statements/conditions"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import { newId } from "~/lib/id"
import { addressOf } from "../../accounts/queries.server"
import type { Ctx } from "../../core/context"
import { forEachItem, type Place, placeAfter } from "../../core/shared/lane"
import { markEnding } from "../../decisions/cases/queries.server"
import { planDecision } from "../../decisions/decisions.server"
import { createMail } from "../../mail/outbox.server"
import type { EmailOf } from "../../mail/queries.server"
import type { Content } from "../../mail/schema"
import { policyOfCategory } from "../categories"
import { misuse } from "../misuse.server"
import * as queries from "../queries.server"

/** How many reports of a case are closed at once: each takes up to five statements. */
export const closedAtOnce = 20

/** How a case ended, for one of its reports. */
export interface Outcome {
  state: "no_action" | "actioned"
  /** Null once who decided is erased. */
  staffId: string | null
  reason: string
  isUnfounded: boolean
}

/**
 * Plans the end of one report of a case if `when` holds: `statements` are to run in their order, `deliver` sends its mails after them. Who
 * wrote it receives the reasons (DSA, article 16(5)): a dismissed one as a decision that can be contested.
 */
export function planReportEnd(ctx: Ctx, report: queries.Report, outcome: Outcome, when: SQL) {
  const { db } = ctx
  const now = ctx.now()
  const { state } = outcome
  const reporter = report.email === null || report.isSuspect ? null : { to: report.email, locale: report.locale }
  const isClosed = queries.isClosedNow(report.id, state, now)
  const refusal = state === "no_action" && reporter ? planRefusal(ctx, { report, reporter, outcome, when, now }) : null
  const mail =
    state === "actioned" && reporter
      ? createMail(ctx, { ...reporter, template: "report-closed", data: { reportId: report.id }, when: isClosed })
      : null
  const isUnfounded = outcome.isUnfounded && report.reporterId !== null
  const warning = isUnfounded ? planWarning(ctx, report.reporterId as string, isClosed) : null
  return {
    statements: [
      ...(refusal?.statements ?? []),
      queries.markClosed(db, report.id, { ...outcome, isUnfounded, when, now }),
      ...(mail ? [mail.insert] : []),
      ...(warning ? [warning.insert] : []),
    ],
    deliver: () => {
      refusal?.deliver(null)
      mail?.enqueue()
      warning?.enqueue()
    },
  }
}

/** Plans the mail that warns a member of misuse, or pauses their reports, once so many were manifestly unfounded (trust-safety R38). */
function planWarning(ctx: Ctx, reporterId: string, isClosedNow: SQL) {
  const many = queries.hasUnfounded(reporterId, { count: misuse.warnedAt, since: ctx.now() - misuse.countedFor })
  return createMail(ctx, {
    ...addressOf(reporterId),
    template: "report-misuse",
    data: { userId: reporterId },
    when: allOf(isClosedNow, many),
  })
}

interface Refusal {
  report: queries.Report
  reporter: { to: string; locale: Locale }
  outcome: Outcome
  when: SQL
  now: number
}

/** Plans the decision that refuses a notice, which its reporter may contest (DSA, article 20). */
function planRefusal(ctx: Ctx, { report, reporter, outcome, when, now }: Refusal) {
  return planDecision(
    ctx,
    {
      id: newId(now),
      kind: "notice_refused",
      userId: queries.selectUserByAddress(reporter.to),
      reportId: report.id,
      subjectId: report.id,
      field: null,
      priorState: "received",
      policy: policyOfCategory[report.category],
      facts: outcome.reason,
      source: "notice",
      isAutomatic: false,
      staffId: outcome.staffId,
      now,
    },
    allOf(queries.isReceived(report.id), when),
    reporter,
  )
}

/**
 * Ends reports whose case has ended, a few at a time: those that were too many for one act, and those that were sent while staff decided.
 * Every five minutes.
 */
export async function endReports(ctx: Ctx, place: Place): Promise<Place> {
  const found = await queries.findEndingReports(ctx.db, place ?? "", closedAtOnce)
  await forEachItem(
    ctx,
    found,
    ({ report }) => report.id,
    async ({ report, outcome }) => {
      const end = planReportEnd(ctx, report, outcome, always)
      await batch(ctx.db, { ended: end.statements, marked: markEnding(ctx.db, report.caseId ?? "") })
      end.deliver()
    },
  )
  return placeAfter(found, closedAtOnce, ({ report }) => report.id)
}

/** Composes the mail that tells a reporter that staff acted, with their reasons. Null if the report was deleted. */
export async function composeClosingMail(ctx: Ctx, email: EmailOf<"report-closed">): Promise<Content | null> {
  const { reportId } = email.data
  const report = await queries.findReport(ctx.db, reportId)
  if (!report?.closingReason) return null
  const t = translator(email.locale, "mail")
  return {
    subject: t("report_closed.subject"),
    heading: t("report_closed.heading", { reference: report.reference }),
    paragraphs: [t("report_closed.actioned"), ...report.closingReason.split(/\n{2,}/)],
    action: { label: t("report_closed.again"), href: `${ctx.site.origin(email.locale)}/contact` },
    note: t("report_closed.quote", { reference: report.reference }),
  }
}
