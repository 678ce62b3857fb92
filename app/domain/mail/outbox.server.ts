import { hasMore } from "~/db/statements/delete-at-most"
import { trustedJson } from "~/db/statements/json"
import { newId } from "~/lib/id"
import { DAY } from "~/lib/time"
import type { Ctx } from "../core/context"
import type { Message } from "../core/ports/mailer"
import { type Place, placeAfter, placeWhile, readTimePlace, timePlace } from "../core/shared/lane"
import * as queries from "./queries.server"
import { sweepReturns } from "./returned.server"
import type { MailboxCopy, Template } from "./schema"

const dueAtOnce = 500
const mailboxLength = 50
/** Retention of outbox mails: sent or dropped ones, and those given up, which staff may want to inspect. */
const retentionDays = { done: 30, dead: 90 }

interface NewMailTo {
  /** By default a new one. A mail whose id is known already is not written again. */
  id?: string
  /** Address and language, or SQL expressions evaluated on insert. */
  to: queries.NewOutboxEmail["recipient"]
  locale: queries.NewOutboxEmail["locale"]
  when?: queries.NewOutboxEmail["when"]
}

/** A mail to write: its template says which data it needs, if any. */
export type NewMail = {
  [T in Template]: NewMailTo & { template: T } & (queries.EmailOf<T>["data"] extends null
      ? { data?: null }
      : { data: queries.EmailOf<T>["data"] })
}[Template]

/**
 * Creates an outbox mail: `insert` belongs in the batch of the change it reports, `enqueue` is called after it. The
 * cron finds mails that were never enqueued.
 */
export function createMail(
  ctx: Pick<Ctx, "db" | "now" | "enqueueMail">,
  { id: given, to, locale, template, data, when }: NewMail,
) {
  const now = ctx.now()
  const id = given ?? newId(now)
  const email = { id, recipient: to, locale, template, data: JSON.stringify(data ?? {}), now, when }
  const insert = queries.insertOutboxEmail(ctx.db, email)
  return { insert, enqueue: () => ctx.enqueueMail(id) }
}

/** Enqueues every due mail: lost ones and those that await another attempt. */
export async function enqueueDueMail(
  ctx: Pick<Ctx, "db" | "now" | "enqueueMail">,
  place: Place = null,
): Promise<Place> {
  const due = await queries.findDueEmails(ctx.db, ctx.now(), readTimePlace(place), dueAtOnce)
  for (const { id } of due) ctx.enqueueMail(id)
  return placeAfter(due, dueAtOnce, timePlace)
}

/** Returns the newest 50 mails of the last day, each with its copy if copies are stored: the development mailbox. */
export async function findMailboxCopies(ctx: Pick<Ctx, "db" | "now">): Promise<MailboxCopy[]> {
  const emails = await queries.findOutboxEmailsAfter(ctx.db, newId(ctx.now() - DAY), mailboxLength)
  return emails.map(({ id, recipient, template, state, createdAt, rendered }) => {
    const { subject, text } = trustedJson<Message>(rendered) ?? { subject: null, text: null }
    return { id, to: recipient, template, state, at: createdAt, subject, text }
  })
}

/** Deletes settled mails after their retention, nightly: recipients are personal data. */
export async function sweepMail(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  const now = ctx.now()
  const deleted = await queries.deleteOutboxEmails(ctx.db, {
    done: now - retentionDays.done * DAY,
    dead: now - retentionDays.dead * DAY,
  })
  const returns = await sweepReturns(ctx)
  return placeWhile(hasMore([...deleted, returns]))
}
