import { batch } from "~/db/statements/batch"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { addressOf } from "../../../accounts/queries.server"
import { requireStaffProof } from "../../../core/actor/guards"
import { auditEntry } from "../../../core/audit/entries.server"
import type { Ctx } from "../../../core/context"
import { pauseCase, shortenPause } from "../../../decisions/cases/pause-queries.server"
import { createMail } from "../../../mail/outbox.server"
import { createNotification } from "../../../notifications/service.server"
import { refusalOf, requireCase } from "../staff.server"
import { maxQuestions, toOwner } from "./limits"
import * as queries from "./queries.server"
import type { QuestionForm } from "./schema"

const target = (reference: string) => ({ kind: "case", id: reference })

/**
 * Asks the member whom a case is about, or the author of one of its reports: by mail, and by a notification if they have an account. The
 * deadline is paused until they answer, for 48 hours at most (P1) or seven days (P2, P3); that of P0 stays. Returns the question's
 * reference. Throws what `requireStaffProof` does, `request.not_found`, also for one's own case, `validation.failed` (field `to`) for
 * a person without an address, `questions.open` while that person has a question, `questions.full`, `cases.claimed` while somebody
 * else holds the case, and `conflict.changed` for an ended one.
 */
export async function askAboutCase(ctx: Ctx, reference: string, { to, body }: QuestionForm): Promise<string> {
  const { user: staff } = requireStaffProof(ctx, "reports.decide")
  const { db } = ctx
  const now = ctx.now()
  const found = await requireCase(ctx, reference, staff.id)
  const addressee = await queries.findAddressee(db, found.id, to === toOwner ? null : to)
  if (!addressee) throw new AppError("validation.failed", { fields: { to: ["invalid"] } })
  const id = newId(now)
  const question = { id, reference: `Q-${id.slice(-8)}`, caseId: found.id, to: addressee, staffId: staff.id, body }
  const when = queries.isAsked(id)
  const { email, user_id: userId, locale } = addressee
  const mail = createMail(ctx, {
    ...(email === null ? addressOf(userId ?? "") : { to: email, locale }),
    template: "case-question",
    data: { questionId: id },
    when,
  })
  const news =
    userId === null
      ? null
      : createNotification(ctx, {
          to: userId,
          type: "question",
          subject: `question:${id}`,
          state: "asked",
          reference: question.reference,
          when,
        })
  const { asked, notified } = await batch(db, {
    asked: queries.insertQuestion(db, question, now),
    audited: auditEntry(ctx, {
      action: "case.ask",
      target: target(reference),
      details: { question: question.reference, to },
    }),
    paused: pauseCase(db, found.id, { until: queries.expiryOf(id), when }, now),
    mailed: mail.insert,
    notified: news?.insert ?? null,
  })
  if (asked.meta.changes === 0) {
    const refusal = refusalOf(found, staff.id, now)
    const denial = await queries.findAskDenial(db, found.id, addressee, now)
    if (refusal.code === "cases.claimed") throw refusal
    if (denial.is_asked === 1) throw new AppError("questions.open")
    throw denial.questions >= maxQuestions ? new AppError("questions.full", { values: { max: maxQuestions } }) : refusal
  }
  mail.enqueue()
  if (notified) news?.publish(notified)
  return question.reference
}

/**
 * Withdraws an open question: the deadline goes on, unless another one is open. Throws what `requireStaffProof` does,
 * `request.not_found`, `cases.claimed` while somebody else holds the case, and `conflict.changed` once it was answered or has ended.
 */
export async function withdrawCaseQuestion(ctx: Ctx, reference: string, question: string): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "reports.decide")
  const { db } = ctx
  const now = ctx.now()
  const found = await requireCase(ctx, reference, staff.id)
  const which = await queries.findQuestion(db, { reference: question })
  if (which?.case_id !== found.id) throw new AppError("request.not_found")
  const { withdrawn } = await batch(db, {
    withdrawn: queries.withdrawQuestion(db, { caseId: found.id, reference: question, staffId: staff.id }, now),
    audited: auditEntry(ctx, { action: "case.withdraw_question", target: target(reference), details: { question } }),
    resumed: shortenPause(db, found.id, queries.lastExpiryOf(found.id), now),
  })
  if (withdrawn.meta.changes === 0) throw refusalOf(found, staff.id, now)
}
