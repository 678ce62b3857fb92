import { read } from "~/db/client.server"
import { batch } from "~/db/statements/batch"
import { translator } from "~/i18n/i18n.server"
import { HOUR, MINUTE } from "~/lib/time"
import { addressOf } from "../accounts/queries.server"
import { selectStaffWith } from "../accounts/staff/grant-queries.server"
import type { Ctx } from "../core/context"
import type { Place } from "../core/shared/lane"
import { createMail } from "../mail/outbox.server"
import type { EmailOf } from "../mail/queries.server"
import type { Content } from "../mail/schema"
import { createNotification } from "../notifications/service.server"
import * as queries from "./alert-queries.server"

/** How long before their deadlines urgent cases alert the leads, in ms (trust-safety R14). */
export const alertedBefore = { P0: 15 * MINUTE, P1: 6 * HOUR } as const

/** The most cases that one run alerts of, and the most people. */
const most = { cases: 200, leads: 100 }

/**
 * Alerts owners and trust leads to open P0 and P1 cases that are nearly due, and again once they are overdue: every five minutes, with
 * one notification and one mail each for however many there are. Those that are probably a bot's alert nobody.
 */
export async function alertLeads(ctx: Ctx): Promise<Place> {
  const { db } = ctx
  const now = ctx.now()
  const found = await queries.findAlarming(db, alertedBefore, now, most.cases)
  if (found.length === 0) return null
  const ids = found.map(({ id }) => id)
  const [leads] = await read(db, selectStaffWith(["owner", "trust_lead"], now, most.leads))
  const isNew = queries.isAlertedNow(ids, now)
  const state = found.some(({ is_overdue }) => is_overdue === 1) ? "reports_overdue" : "reports_due"
  const mails = leads.map(({ id }) => createMail(ctx, { ...addressOf(id), template: "urgent-reports", when: isNew }))
  const subject = { type: "site", subject: "urgent-reports", state, reference: null } as const
  const news = leads.map(({ id }) => createNotification(ctx, { to: id, ...subject, when: isNew }))
  const { marked, notified } = await batch(db, {
    marked: queries.markAlerted(db, ids, now),
    mailed: mails.map(({ insert }) => insert),
    notified: news.map(({ insert }) => insert),
  })
  // Another run was first.
  if (marked.meta.changes === 0) return null
  for (const mail of mails) mail.enqueue()
  for (const [index, one] of news.entries()) one.publish(notified[index] ?? [])
  return null
}

/** Composes the mail about urgent cases, with what waits by now. Null if nothing does. */
export async function composeAlertMail(ctx: Ctx, email: EmailOf<"urgent-reports">): Promise<Content | null> {
  const { overdue, due } = await queries.countUrgent(ctx.db, alertedBefore, ctx.now())
  if (overdue + due === 0) return null
  const t = translator(email.locale, "mail")
  return {
    subject: t(overdue > 0 ? "urgent_reports.overdue_subject" : "urgent_reports.due_subject"),
    heading: t("urgent_reports.heading"),
    paragraphs: [
      ...(overdue > 0 ? [t("urgent_reports.overdue", { count: overdue })] : []),
      ...(due > 0 ? [t("urgent_reports.due", { count: due })] : []),
    ],
    action: { label: t("urgent_reports.action"), href: `${ctx.site.origin(email.locale)}/dashboard/admin/cases` },
  }
}
