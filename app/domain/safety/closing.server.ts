import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { requireStaffProof } from "../core/actor/guards"
import { auditEntry } from "../core/audit/entries.server"
import type { Ctx } from "../core/context"
import { createMail } from "../mail/outbox.server"
import type { EmailOf } from "../mail/queries.server"
import type { Content } from "../mail/schema"
import * as queries from "./queries.server"
import { findReported, restoreReported } from "./reported-media-queries.server"
import type { ClosingForm } from "./schema"

/**
 * Closes a report without action, for staff: restores the media it hid, unless another open report hides them too
 * (trust-safety R14), and mails the reporter the decision with its reasons (DSA, article 16(5)). Throws what
 * `requireStaffProof` does, `request.not_found`, and `conflict.changed` for a closed one.
 */
export async function dismissReport(ctx: Ctx, reference: string, form: ClosingForm): Promise<void> {
  return closeReport(ctx, reference, form, "no_action")
}

/**
 * Closes a report that staff acted on: the media it hid stay hidden. Mails the reporter the decision with its reasons.
 * Throws what `dismissReport` does.
 */
export async function actionOnReport(ctx: Ctx, reference: string, form: ClosingForm): Promise<void> {
  return closeReport(ctx, reference, form, "actioned")
}

async function closeReport(
  ctx: Ctx,
  reference: string,
  { reason }: ClosingForm,
  state: "no_action" | "actioned",
): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "reports.decide")
  const { db } = ctx
  const now = ctx.now()
  const report = await queries.findReport(db, { reference })
  if (!report) throw new AppError("request.not_found")
  const isRestored = state === "no_action" && report.hidesMedia
  const mediaItem = isRestored && report.mediaId ? await findReported(db, report.mediaId) : null
  // If two close it concurrently, the second one's statements do nothing.
  const isClosedNow = queries.isClosedBy(report.id, staff.id, now)
  const notifiesReporter = report.email !== null && !report.isSuspect
  const mail = notifiesReporter
    ? createMail(ctx, {
        to: report.email as string,
        locale: report.locale,
        template: "report-closed",
        data: { reportId: report.id },
        when: isClosedNow,
      })
    : null
  const [closed] = await db.batch([
    queries.markClosed(db, reference, { state, staffId: staff.id, reason }, now),
    auditEntry(ctx, {
      action: state === "actioned" ? "report.act" : "report.dismiss",
      target: { kind: "report", id: report.id },
    }),
    ...(mediaItem ? restoreReported(db, mediaItem, queries.isReleased(isClosedNow, mediaItem.id), now) : []),
    ...(mail ? [mail.insert] : []),
  ])
  if (closed.meta.changes === 0) throw new AppError("conflict.changed")
  mail?.enqueue()
}

/** Composes the mail of the decision with staff's reasons. Null if the report was deleted. */
export async function composeClosingMail(ctx: Ctx, email: EmailOf<"report-closed">): Promise<Content | null> {
  const { reportId } = email.data
  const report = await queries.findReport(ctx.db, { id: reportId })
  if (!report?.closingReason) return null
  const t = translator(email.locale, "mail")
  return {
    subject: t("report_closed.subject"),
    heading: t("report_closed.heading", { reference: report.reference }),
    paragraphs: [
      t(report.state === "actioned" ? "report_closed.actioned" : "report_closed.decision"),
      ...report.closingReason.split(/\n{2,}/),
    ],
    action: { label: t("report_closed.again"), href: `${ctx.site.origin(email.locale)}/contact` },
    note: t("report_closed.quote", { reference: report.reference }),
  }
}
