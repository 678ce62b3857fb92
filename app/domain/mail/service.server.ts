import type { SQL } from "drizzle-orm"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import { newId } from "~/lib/id"
import type { Ctx } from "../context"
import { isMuted } from "./choices.server"
import { composers } from "./compose.server"
import * as queries from "./queries.server"
import { renderMessage } from "./render"
import { forgottenTemplates, type MailboxCopy, type Mailer, type Message, type Template } from "./schema"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How long to wait after each try, in ms; after the last one the mail is given up. */
export const waits = [1, 5, 15, 60, 240, 720, 1_440].map((minutes) => minutes * MINUTE)
const dueAtOnce = 100
const mailboxLength = 50
/** How long an outbox mail is kept: what was sent or dropped, and what was given up, which staff may want to look at. */
export const keptDays = { done: 30, dead: 90 }

export interface NewMail {
  /** Address and language, or what finds them as the mail is written. */
  to: string | SQL
  locale: string | SQL
  template: Template
  data?: Record<string, string | number | null>
  /** The mail is written only where this holds, at its place in the batch. */
  when?: SQL
}

/**
 * A mail to be written to the outbox: `insert` belongs in the batch of what the mail tells of, `wake` after it. A mail whose wake was
 * lost is found by the cron.
 */
export function newMail(ctx: Pick<Ctx, "db" | "now" | "wakeMail">, { to, locale, template, data = {}, when }: NewMail) {
  const now = ctx.now()
  const id = newId(now)
  const email = { id, recipient: to, locale, template, data: JSON.stringify(data), now }
  const insert = queries.insertOutboxEmail(ctx.db, email, when)
  return { insert, wake: () => ctx.wakeMail(id) }
}

/**
 * Tries once to send a mail of the outbox; gives the seconds after which to try again, or null when nothing is left to do. Safe to call
 * twice at once: one call gets the mail.
 */
export async function deliverMail(ctx: Ctx, mailer: Mailer, id: string): Promise<number | null> {
  const now = ctx.now()
  const email = await queries.claimOutboxEmail(ctx.db, id, now, now + MINUTE)
  if (!email) return null
  try {
    // Tries that ended without a word, such as those of a Worker that was killed, count too.
    if (email.attempts > waits.length + 1) throw new Error("Too many tries ended without a word")
    const message = await composeMessage(ctx, email)
    if (message) await mailer.send(message)
    const rendered = message && mailer.keepsCopies ? JSON.stringify(message) : null
    const state = message ? "sent" : "dropped"
    if (forgottenTemplates.includes(email.template)) await queries.deleteOutboxEmail(ctx.db, id)
    else await queries.settleOutboxEmail(ctx.db, id, { state, data: queries.settledData, lastError: null, rendered })
    return null
  } catch (error) {
    const wait = waits[email.attempts - 1]
    const lastError = String(error).slice(0, 500)
    if (wait === undefined && forgottenTemplates.includes(email.template)) await queries.deleteOutboxEmail(ctx.db, id)
    else if (wait === undefined) await queries.settleOutboxEmail(ctx.db, id, { state: "dead", lastError })
    else await queries.settleOutboxEmail(ctx.db, id, { nextAttemptAt: now + wait, lastError })
    return wait === undefined ? null : wait / 1_000
  }
}

/** Null: there is nobody to tell. */
async function composeMessage(ctx: Ctx, email: queries.OutboxEmail): Promise<Message | null> {
  if (await isMuted(ctx, email)) return null
  const content = await composers[email.template as Template](ctx, email)
  if (!content) return null
  const footer = translator(email.locale as Locale, "mail")("footer", { name: ctx.site.name })
  return renderMessage(email.recipient, content, { appName: ctx.site.name, locale: email.locale, footer })
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
