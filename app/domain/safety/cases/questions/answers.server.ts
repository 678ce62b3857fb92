import { read } from "~/db/client.server"
import { batch } from "~/db/statements/batch"
import { formatDate, formatTime } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { selectStaffWith } from "../../../accounts/staff/grant-queries.server"
import { isSignedIn } from "../../../core/actor/actor"
import { rolesWith } from "../../../core/actor/roles"
import type { Ctx } from "../../../core/context"
import { shortenPause } from "../../../decisions/cases/pause-queries.server"
import { keyLink, openKey } from "../../../decisions/key.server"
import type { EmailOf } from "../../../mail/queries.server"
import type { Content } from "../../../mail/schema"
import { createNotification } from "../../../notifications/service.server"
import { isOpen } from "../lists"
import * as queries from "./queries.server"
import type { AnswerForm, AskedQuestion } from "./schema"

/** Maximum number of members of staff who are notified of an answer. */
const maxStaff = 200

/**
 * Returns a question to who is asked: the member, by its reference, or who has the key of its mail. It says nothing of who reported, nor
 * of other reports. Throws `request.not_found` for anybody else, and `rate.limited`.
 */
export async function getQuestion(ctx: Ctx, key: string): Promise<AskedQuestion> {
  const { state, report, subject_kind, body, expires_at, answer, answered_at, ...row } = await findAsked(ctx, key)
  const isOver = !isOpen({ state: row.case_state })
  const isLate = expires_at <= ctx.now()
  return {
    state: state !== "open" ? state : isOver ? "ended" : isLate ? "late" : "open",
    about: report === null ? { kind: subject_kind } : { kind: "report", reference: report },
    body,
    expires_at,
    answer,
    answered_at,
  }
}

async function findAsked(ctx: Ctx, key: string): Promise<queries.AskedRow> {
  await ctx.limit("auth.token.address", ctx.client.address)
  const isReference = /^Q-[0-9A-Z]{8}$/.test(key)
  const id = isReference ? null : await openKey(ctx, "case-question", key)
  if (!isReference && id === null) throw new AppError("request.not_found")
  const found = await queries.findQuestion(ctx.db, id === null ? { reference: key } : { id })
  const mayRead =
    found?.has_addressee === 1 && (!isReference || (isSignedIn(ctx.actor) && found.user_id === ctx.actor.user.id))
  if (!mayRead) throw new AppError("request.not_found")
  return found
}

/**
 * Stores the answer to a question, once, also to an expired one while the case is open; the deadline goes on if no other one is open.
 * Notifies who asked and who works on the case. Throws what `getQuestion` does, `questions.answered` for a second one, and
 * `questions.ended` once it was withdrawn or the case has ended.
 */
export async function answerQuestion(ctx: Ctx, key: string, { answer }: AnswerForm): Promise<void> {
  const { db } = ctx
  const found = await findAsked(ctx, key)
  const now = ctx.now()
  const when = queries.isAnsweredNow(found.id, now)
  const news = (await findReaders(ctx, found)).map((to) =>
    createNotification(ctx, {
      to,
      type: "site",
      subject: `question:${found.id}`,
      state: "case_answered",
      reference: found.case_reference,
      when,
    }),
  )
  const { answered, notified } = await batch(db, {
    answered: queries.storeAnswer(db, found.id, answer, now),
    resumed: shortenPause(db, found.case_id, queries.lastExpiryOf(found.case_id), now),
    notified: news.map(({ insert }) => insert),
  })
  if (answered.meta.changes === 0) {
    const current = await queries.findQuestion(db, { id: found.id })
    throw new AppError(current?.state === "answered" ? "questions.answered" : "questions.ended")
  }
  for (const [index, one] of news.entries()) one.publish(notified[index] ?? [])
}

/** Returns the staff who asked and who hold the case, if they still may decide. */
async function findReaders(ctx: Ctx, { asked_by, claimed_by, claimed_until }: queries.AskedRow): Promise<string[]> {
  const now = ctx.now()
  const holder = (claimed_until ?? 0) > now ? claimed_by : null
  const [staff] = await read(ctx.db, selectStaffWith(rolesWith("reports.decide"), now, maxStaff))
  return staff.map(({ id }) => id).filter((id) => id === asked_by || id === holder)
}

/** Composes the mail that asks. Neutral words only: others may read the mailbox. Null if no answer is needed any more. */
export async function composeQuestionMail(ctx: Ctx, email: EmailOf<"case-question">): Promise<Content | null> {
  const row = await queries.findQuestion(ctx.db, { id: email.data.questionId })
  if (row?.state !== "open") return null
  const { locale } = email
  const t = translator(locale, "questions")
  const time = `${formatDate(row.expires_at, locale, "date")}, ${formatTime(row.expires_at, locale)}`
  return {
    subject: t("mail.subject"),
    heading: t("mail.heading"),
    paragraphs: [t("mail.text"), t("mail.until", { time })],
    action: { label: t("mail.action"), href: await keyLink(ctx, { purpose: "case-question", id: row.id, locale }) },
    note: t("mail.note"),
  }
}
