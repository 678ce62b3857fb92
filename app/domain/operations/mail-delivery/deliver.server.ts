import { translator } from "~/i18n/i18n.server"
import { MINUTE } from "~/lib/time"
import type { Ctx } from "../../core/context"
import { isMailRefused, type Mailer, type Message } from "../../core/ports/mailer"
import { isMuted } from "../../mail/preferences.server"
import * as queries from "../../mail/queries.server"
import { redactedCopy } from "../../mail/redaction"
import { renderMessage } from "../../mail/render"
import { isReturned } from "../../mail/returned.server"
import { ephemeralTemplates } from "../../mail/schema"
import { compose } from "./composers.server"

/** Retry delays, in ms; after the last attempt the mail is given up. */
export const waits = [1, 5, 15, 60, 240, 720, 1_440].map((minutes) => minutes * MINUTE)

/**
 * Makes one delivery attempt; returns the seconds until the next one, or null if none is due. Safe to call
 * concurrently: one call claims the mail.
 */
export async function deliverMail(ctx: Ctx, mailer: Mailer, id: string): Promise<number | null> {
  const now = ctx.now()
  const email = await queries.claimOutboxEmail(ctx.db, id, now, now + MINUTE)
  if (!email) return null
  let message: Message | null = null
  try {
    // Attempts without a recorded result, such as those of a killed Worker, count too.
    if (email.attempts > waits.length + 1) throw new Error("Too many attempts without a result")
    message = await composeMessage(ctx, email)
    if (message) await mailer.send(message)
    const rendered = message && (mailer.storesCopies ? JSON.stringify(message) : redactedCopy(message))
    const state = message ? "sent" : "dropped"
    if (ephemeralTemplates.includes(email.template)) await queries.deleteOutboxEmail(ctx.db, id)
    else await queries.settleOutboxEmail(ctx.db, id, { state, data: queries.settledData, lastError: null, rendered })
    return null
  } catch (error) {
    const wait = isMailRefused(error) ? undefined : waits[email.attempts - 1]
    const lastError = String(error).slice(0, 500)
    const failed = { lastError, rendered: message && redactedCopy(message) }
    if (wait === undefined && ephemeralTemplates.includes(email.template)) await queries.deleteOutboxEmail(ctx.db, id)
    else if (wait === undefined) await queries.settleOutboxEmail(ctx.db, id, { state: "dead", ...failed })
    else await queries.settleOutboxEmail(ctx.db, id, { nextAttemptAt: now + wait, ...failed })
    return wait === undefined ? null : wait / 1_000
  }
}

/** Composes the message, or returns null if the recipient is gone, muted this kind, or mails to them come back. */
async function composeMessage(ctx: Ctx, email: queries.OutboxRow): Promise<Message | null> {
  if ((await isMuted(ctx, email)) || (await isReturned(ctx, email))) return null
  const content = await compose(ctx, queries.parseEmail(email))
  if (!content) return null
  const footer = translator(email.locale, "mail")("footer", { name: ctx.site.name })
  return renderMessage(email.recipient, content, { appName: ctx.site.name, locale: email.locale, footer })
}
