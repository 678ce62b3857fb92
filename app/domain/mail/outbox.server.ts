import type { SQL } from "drizzle-orm"
import type { MailData, Template } from "~/db/schema"
import type { Locale } from "~/i18n/locales"
import { newId } from "~/lib/id"
import type { Ctx } from "../context"
import type { Message } from "../ports/mailer"
import * as queries from "./queries.server"
import type { MailboxCopy } from "./schema"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const dueAtOnce = 100
const mailboxLength = 50
/** How long an outbox mail is kept: what was sent or dropped, and what was given up, which staff may want to look at. */
export const keptDays = { done: 30, dead: 90 }

interface NewMailTo {
  /** Address and language, or what finds them as the mail is written. */
  to: string | SQL
  locale: Locale | SQL
  /** The mail is written only where this holds, at its place in the batch. */
  when?: SQL
}

/** A mail to write: its template says which data it needs, if any. */
export type NewMail = {
  [T in Template]: NewMailTo & { template: T } & (MailData[T] extends null ? { data?: null } : { data: MailData[T] })
}[Template]

/**
 * A mail to be written to the outbox: `insert` belongs in the batch of what the mail tells of, `wake` after it. A mail whose wake was
 * lost is found by the cron.
 */
export function newMail(ctx: Pick<Ctx, "db" | "now" | "wakeMail">, { to, locale, template, data, when }: NewMail) {
  const now = ctx.now()
  const id = newId(now)
  const email = { id, recipient: to, locale, template, data: JSON.stringify(data ?? {}), now }
  const insert = queries.insertOutboxEmail(ctx.db, email, when)
  return { insert, wake: () => ctx.wakeMail(id) }
}

/** Wakes every mail that is due: those whose wake was lost, and those that wait for another try. */
export async function wakeDueMail(ctx: Pick<Ctx, "db" | "now" | "wakeMail">): Promise<void> {
  for (const id of await queries.findDueEmails(ctx.db, ctx.now(), dueAtOnce)) ctx.wakeMail(id)
}

/** The newest 50 mails of the last day, each with what was sent where that is kept: the development mailbox. */
export async function findMailboxCopies(ctx: Pick<Ctx, "db" | "now">): Promise<MailboxCopy[]> {
  const emails = await queries.findOutboxEmailsAfter(ctx.db, newId(ctx.now() - DAY), mailboxLength)
  return emails.map(({ id, recipient, template, state, createdAt, rendered }) => {
    const { subject, text } = rendered ? (JSON.parse(rendered) as Message) : { subject: null, text: null }
    return { id, to: recipient, template, state, at: createdAt, subject, text }
  })
}

/** The nightly sweep: whom we wrote to is nobody's business for ever. */
export async function sweepMail(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const now = ctx.now()
  await queries.deleteOutboxEmails(ctx.db, { done: now - keptDays.done * DAY, dead: now - keptDays.dead * DAY })
}
