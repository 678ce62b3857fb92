import { hasMore } from "~/db/statements/delete-at-most"
import { sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requirePerson } from "../../accounts/captcha/captcha.server"
import { isSignedIn } from "../../core/actor/actor"
import { requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { type Place, placeWhile } from "../../core/shared/lane"
import { isWithin } from "../../core/shared/rate-limit.server"
import { createMail } from "../../mail/outbox.server"
import * as queries from "./queries.server"
import type { ContactForm, Thread, Ticket } from "./schema"

/** Retention of a ticket after its last message (ms): two years. */
const keptFor = 2 * 365 * 24 * 60 * 60 * 1_000
const pageLength = 20
/** Maximum number of messages shown of a ticket; older ones are not shown. */
export const shownMessages = 200

/**
 * Opens a ticket with a message and returns its reference; its author gets a receipt. Throws `validation.failed` for a
 * visitor without name or address or with a failed captcha, and `rate.limited`.
 */
export async function openTicket(ctx: Ctx, form: ContactForm): Promise<string> {
  const user = isSignedIn(ctx.actor) ? ctx.actor.user : null
  const sender = user ? { name: null, email: null } : requireSender(form)
  if (user) await ctx.limit("support.write.account", user.id)
  else {
    await ctx.limit("support.write.address", ctx.client.address)
    await requirePerson(ctx, form.captcha, sender.email)
  }
  const now = ctx.now()
  const id = newId(now)
  const reference = `T-${id.slice(-8)}`
  const isSuspect = !user && Boolean(form.website)
  const statements = [
    queries.insertTicket(
      ctx.db,
      {
        id,
        reference,
        userId: user?.id ?? null,
        category: form.category,
        ...sender,
        locale: user?.locale ?? ctx.locale,
        isSuspect,
      },
      now,
    ),
    queries.insertFirstMessage(ctx.db, {
      id: newId(now),
      ticketId: id,
      author: user ? "member" : "visitor",
      staffId: null,
      body: form.message,
      createdAt: now,
    }),
  ] as const
  const to = user?.email ?? sender.email
  if (to === null || isSuspect || !(await isWithin(ctx, "support.receipt", sha256(to)))) {
    await ctx.db.batch(statements)
    return reference
  }
  const locale = user?.locale ?? ctx.locale
  const receipt = createMail(ctx, { to, locale, template: "ticket", data: { reference, isMember: user ? 1 : 0 } })
  await ctx.db.batch([...statements, receipt.insert])
  receipt.enqueue()
  return reference
}

function requireSender({ name, email }: ContactForm): { name: string; email: string } {
  if (name !== undefined && email !== undefined) return { name, email }
  const required = ["required" as const]
  throw new AppError("validation.failed", {
    fields: { ...(name === undefined && { name: required }), ...(email === undefined && { email: required }) },
  })
}

/** Returns the actor's tickets, newest first: a page of 20 and the next cursor. */
export async function listTickets(
  ctx: Ctx,
  cursor: string | null = null,
): Promise<{ data: Ticket[]; next_cursor: string | null }> {
  const rows = await queries.findTickets(ctx.db, requireUser(ctx).id, cursor, pageLength + 1)
  const shown = rows.slice(0, pageLength)
  return {
    data: shown.map(({ id: _, ...ticket }) => ticket),
    next_cursor: rows.length > pageLength ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Returns one of the actor's tickets with its messages. Throws `request.not_found`, also for another user's. */
export async function getThread(ctx: Ctx, reference: string): Promise<Thread> {
  const thread = await queries.findThread(ctx.db, requireUser(ctx).id, reference, shownMessages)
  if (!thread) throw new AppError("request.not_found")
  return thread
}

/** Adds a message to one of the actor's tickets and reopens it. Throws `request.not_found` and `rate.limited`. */
export async function writeToTicket(ctx: Ctx, reference: string, body: string): Promise<void> {
  const { id: userId } = requireUser(ctx)
  await ctx.limit("support.write.account", userId)
  const { db } = ctx
  const now = ctx.now()
  const mine = queries.isTicketOf(userId, reference)
  const [written] = await db.batch([
    queries.insertMessage(db, mine, { id: newId(now), author: "member", body }, now),
    queries.reopenTicket(db, mine, now),
  ])
  if (written.meta.changes === 0) throw new AppError("request.not_found")
}

/** Closes one of the actor's tickets; idempotent. Throws `request.not_found`. */
export async function closeTicket(ctx: Ctx, reference: string): Promise<void> {
  const { id: userId } = requireUser(ctx)
  const mine = queries.isTicketOf(userId, reference)
  const [there] = await ctx.db.batch([
    queries.selectTicketId(ctx.db, mine),
    queries.markClosed(ctx.db, mine, ctx.now()),
  ])
  if (there.length === 0) throw new AppError("request.not_found")
}

/** Deletes tickets without a message for two years, nightly. */
export async function sweepTickets(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  return placeWhile(hasMore([await queries.deleteTicketsBefore(ctx.db, ctx.now() - keptFor)]))
}
