import { batch } from "~/db/statements/batch"
import { always } from "~/db/statements/conditions"
import { deletedAtOnce, hasMore } from "~/db/statements/delete-at-most"
import { translator } from "~/i18n/i18n.server"
import { sha256 } from "~/lib/crypto.server"
import { newId } from "~/lib/id"
import { isSignedIn } from "../core/actor/actor"
import type { Ctx } from "../core/context"
import { type Place, placeWhile } from "../core/shared/lane"
import { isWithin } from "../core/shared/rate-limit.server"
import { closeSettled, deleteEmptyCases, openCase, openCaseOf } from "../decisions/cases/queries.server"
import { contestableUntil } from "../decisions/kinds"
import { createMail } from "../mail/outbox.server"
import type { EmailOf } from "../mail/queries.server"
import type { Content } from "../mail/schema"
import { deleteHiddenTexts } from "../profiles/content/hidden-text-queries.server"
import { findSubject } from "./cases/subjects.server"
import { reportCategories } from "./categories"
import { planHiding } from "./hiding.server"
import { requireNoMisuse } from "./misuse.server"
import * as queries from "./queries.server"
import type { ReportForm } from "./schema"

/** Retention of a report (ms): three years. */
export const keptFor = 3 * 365 * 24 * 60 * 60 * 1_000

/** How long (ms) a decision can be contested. */
const contestedFor = contestableUntil(0)

/** Messages copied from a conversation as evidence of a report. */
export interface Evidence {
  conversationId: string
  /** The author of those that were chosen, other than who reports; null if they are their own. */
  authorId: string | null
  messages: { seq: number; authorId: string; body: string; createdAt: number; isChosen: boolean }[]
}

/**
 * Files a report and returns its reference: it opens a case, or joins the one about its subject. Sends a receipt to the reporter's
 * address, if given, and hides what an urgent report names. Throws `reports.paused` and `rate.limited`, but never for P0: those above the limit are
 * marked as suspect.
 */
export async function fileReport(ctx: Ctx, form: ReportForm, evidence: Evidence | null = null): Promise<string> {
  const { about, category } = form
  const priority = reportCategories[category]
  if (priority !== "P0") {
    await requireNoMisuse(ctx)
    await ctx.limit("moderation.report.address", ctx.client.address)
  }
  const isTooMany = priority === "P0" && !(await isWithin(ctx, "moderation.report.urgent", ctx.client.address))
  const isSuspect = isTooMany || Boolean(form.website)
  const now = ctx.now()
  const id = newId(now)
  const subject = await findSubject(ctx, {
    reportId: id,
    about,
    text: form.text,
    isMostUrgent: priority === "P0",
    authorId: evidence?.authorId ?? null,
  })
  const hiding = await planHiding(ctx, { reportId: id, subject, category, priority, isSuspect, now })
  const reference = `R-${id.slice(-8)}`
  const insert = queries.insertReport(
    ctx.db,
    {
      id,
      reference,
      caseId: openCaseOf(subject.stored),
      category,
      priority,
      about,
      details: form.details,
      isSuspect,
      mediaId: hiding.mediaId,
      hidesMedia: hiding.hidesMedia,
      profileId: hiding.profileId,
      hidesProfile: hiding.hidesProfile,
      profileText: form.text ?? null,
      hidesText: hiding.hidesText,
      email: form.email ?? null,
      // Without an address, a member reports anonymously.
      reporterId: form.email && isSignedIn(ctx.actor) ? ctx.actor.user.id : null,
      locale: ctx.locale,
      conversationId: evidence?.conversationId ?? null,
    },
    now,
  )
  const copies = (evidence?.messages ?? [])
    .filter(({ isChosen }) => isChosen || !isTooMany)
    .map((message) => queries.insertReportMessage(ctx.db, { reportId: id, ...message }))
  const mayReply = form.email && !isSuspect && (await isWithin(ctx, "moderation.report.receipt", sha256(form.email)))
  const receipt = mayReply
    ? createMail(ctx, { to: form.email as string, locale: ctx.locale, template: "report", data: { reference } })
    : null
  const { notified } = await batch(ctx.db, {
    opened: openCase(ctx.db, { id, category, priority, isSuspect, subject: subject.stored }, always, now),
    inserted: insert,
    copies,
    hiding: hiding.statements,
    notified: hiding.notification,
    receipt: receipt?.insert ?? null,
  })
  receipt?.enqueue()
  hiding.deliver(notified)
  return reference
}

/** Composes the receipt of a report. Neutral words only: others may read the mailbox. */
export async function composeReportMail(_ctx: Ctx, email: EmailOf<"report">): Promise<Content> {
  const { reference } = email.data
  const t = translator(email.locale, "mail")
  return {
    subject: t("report.subject"),
    heading: t("report.heading"),
    paragraphs: [t("report.text", { reference }), t("report.next"), t("report.not_you")],
  }
}

/**
 * Deletes reports past their retention, and the cases that have none left; closes those whose decisions can be contested no longer,
 * and deletes the texts that they hid. Nightly.
 * Ids are ordered by time.
 */
export async function sweepReports(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  const { db } = ctx
  const now = ctx.now()
  const results = await db.batch([
    deleteHiddenTexts(db, now - contestedFor),
    queries.deleteReportsBefore(db, newId(now - keptFor)),
    closeSettled(db, now - contestedFor, deletedAtOnce),
    deleteEmptyCases(db, now - keptFor),
  ])
  return placeWhile(hasMore(results))
}
