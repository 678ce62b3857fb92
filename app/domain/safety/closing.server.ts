import type { SQL } from "drizzle-orm"
import { batch } from "~/db/statements/batch"
import { allOf } from "~/db/statements/conditions"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { addressOf } from "../accounts/queries.server"
import { requireStaffProof } from "../core/actor/guards"
import { auditEntry } from "../core/audit/entries.server"
import type { Ctx } from "../core/context"
import { isLaunched } from "../core/readiness/gate.server"
import { planDecision } from "../decisions/decisions.server"
import { isInForce } from "../decisions/queries.server"
import { createMail } from "../mail/outbox.server"
import type { EmailOf } from "../mail/queries.server"
import type { Content } from "../mail/schema"
import { findReportedProfile } from "../profiles/queries.server"
import { moveReviewedProfile, publishedAgain } from "../profiles/state-queries.server"
import { policyOfCategory } from "./categories"
import { misuse } from "./misuse.server"
import * as queries from "./queries.server"
import { findReported, type ReportedMediaItem, restoreReported } from "./reported-media-queries.server"
import type { ClosingForm, DismissalForm } from "./schema"

/**
 * Closes a report without action, for staff: restores what it hid, unless another open report hides it too
 * (trust-safety R14), and mails the reporter the decision with its reasons (DSA, article 16(5)). A manifestly unfounded
 * one counts against the member who reported it, and a mail warns them or says that their reports are paused (R38). Throws what
 * `requireStaffProof` does, `request.not_found`, and `conflict.changed` for a closed one.
 */
export async function dismissReport(ctx: Ctx, reference: string, { unfounded, ...form }: DismissalForm): Promise<void> {
  return closeReport(ctx, reference, form, { state: "no_action", unfounded })
}

/**
 * Closes a report that staff acted on: what it hid stays hidden, and its owner reads why. Mails the reporter the reasons.
 * Throws what `dismissReport` does.
 */
export async function actionOnReport(ctx: Ctx, reference: string, form: ClosingForm): Promise<void> {
  return closeReport(ctx, reference, form, { state: "actioned", unfounded: false })
}

async function closeReport(
  ctx: Ctx,
  reference: string,
  { reason }: ClosingForm,
  { state, unfounded }: { state: "no_action" | "actioned"; unfounded: boolean },
): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "reports.decide")
  const { db } = ctx
  const now = ctx.now()
  const report = await queries.findReport(db, { reference })
  if (!report) throw new AppError("request.not_found")
  const mediaItem = report.hidesMedia && report.mediaId ? await findReported(db, report.mediaId) : null
  const profile =
    report.hidesProfile && report.profileId ? await findReportedProfile(db, { id: report.profileId }) : null
  // If two close it concurrently, the second one's statements do nothing.
  const isClosedNow = queries.isClosedBy(report.id, staff.id, now)
  const reporter = report.email === null || report.isSuspect ? null : { to: report.email, locale: report.locale }
  const refusal =
    state === "no_action" && reporter ? planRefusal(ctx, { report, reporter, reason, staffId: staff.id, now }) : null
  const confirmed =
    state === "actioned" ? planConfirmation(ctx, { report, mediaItem, profile, reason, staffId: staff.id, now }) : null
  const mail =
    state === "actioned" && reporter
      ? createMail(ctx, { ...reporter, template: "report-closed", data: { reportId: report.id }, when: isClosedNow })
      : null
  const isUnfounded = unfounded && report.reporterId !== null
  const warning = isUnfounded ? planWarning(ctx, report.reporterId as string, isClosedNow) : null
  const isFreed = state === "no_action"
  const { closed } = await batch(db, {
    refused: refusal?.statements ?? [],
    confirmed: confirmed?.statements ?? [],
    closed: queries.markClosed(db, reference, { state, staffId: staff.id, reason, isUnfounded }, now),
    audited: auditEntry(ctx, {
      action: state === "actioned" ? "report.act" : "report.dismiss",
      target: { kind: "report", id: report.id },
      ...(isUnfounded && { details: { unfounded: true } }),
    }),
    restored:
      isFreed && mediaItem ? restoreReported(db, mediaItem, queries.isReleased(isClosedNow, mediaItem.id), now) : [],
    published:
      isFreed && profile
        ? moveReviewedProfile(
            db,
            {
              id: profile.id,
              from: ["suspended"],
              to: publishedAgain(await isLaunched(ctx)),
              when: allOf(queries.isProfileReleased(isClosedNow, profile.id), isInForce(profile.id, "profile_hidden")),
            },
            now,
          )
        : null,
    mailed: mail?.insert ?? null,
    warned: warning?.insert ?? null,
  })
  if (closed.meta.changes === 0) throw new AppError("conflict.changed")
  mail?.enqueue()
  warning?.enqueue()
  refusal?.deliver(null)
  confirmed?.deliver(null)
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

interface Confirmation {
  report: Refusal["report"]
  mediaItem: ReportedMediaItem | null
  profile: { id: string; ownerId: string } | null
  reason: string
  staffId: string
  now: number
}

/** Plans the decision of staff that what a report hid stays hidden: it replaces the system's. Null if it hid nothing. */
function planConfirmation(ctx: Ctx, { report, mediaItem, profile, reason, staffId, now }: Confirmation) {
  const subject = mediaItem ?? profile
  if (!subject) return null
  return planDecision(
    ctx,
    {
      id: newId(now),
      kind: mediaItem ? "media_removed" : "profile_suspended",
      userId: subject.ownerId,
      reportId: report.id,
      subjectId: subject.id,
      field: null,
      priorState: mediaItem ? "approved" : "published",
      policy: policyOfCategory[report.category],
      facts: reason,
      source: "notice",
      isAutomatic: false,
      staffId,
      now,
    },
    queries.isReceived(report.id),
  )
}

interface Refusal {
  report: NonNullable<Awaited<ReturnType<typeof queries.findReport>>>
  reporter: { to: string; locale: Locale }
  reason: string
  staffId: string
  now: number
}

/** Plans the decision that refuses a notice, which its reporter may contest (DSA, article 20). */
function planRefusal(ctx: Ctx, { report, reporter, reason, staffId, now }: Refusal) {
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
      facts: reason,
      source: "notice",
      isAutomatic: false,
      staffId,
      now,
    },
    queries.isReceived(report.id),
    reporter,
  )
}

/** Composes the mail that tells a reporter that staff acted, with their reasons. Null if the report was deleted. */
export async function composeClosingMail(ctx: Ctx, email: EmailOf<"report-closed">): Promise<Content | null> {
  const { reportId } = email.data
  const report = await queries.findReport(ctx.db, { id: reportId })
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
