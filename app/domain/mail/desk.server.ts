import { and, eq, lt, or, sql } from "drizzle-orm"
import { read } from "~/db/client.server"
import { outboxEmails } from "~/db/schema"
import { AppError } from "~/lib/errors"
import { requireStaff, requireStaffProof } from "../actor/guards"
import type { Ctx } from "../context"
import type { DeskMail, DeskState } from "./desk"
import { type SettledMail, settledData } from "./queries.server"

const MINUTE = 60_000
const pageLength = 30
/** A queued mail is late once a try has failed, or nobody has tried it for so long, ms. */
const lateAfter = 10 * MINUTE
/** Nobody is at a mail any more that was touched this long ago, ms: a try is over within the minute that it claims. */
const settledAfter = 2 * MINUTE

interface Row {
  id: string
  recipient: string
  locale: string
  template: string
  state: DeskState
  attempts: number
  last_error: string | null
  next_attempt_at: number
  created_at: number
}

/**
 * Mails that need somebody: given up (`dead`, newest first), or late (`queued`, the longest due first). A page of 30 and the cursor of
 * the next. Throws `cursor.invalid`.
 */
export async function listDeskMails(
  ctx: Ctx,
  state: DeskState,
  cursor: string | null,
): Promise<{ data: DeskMail[]; next_cursor: string | null }> {
  requireStaff(ctx)
  const after = cursor === null ? null : decodeCursor(cursor)
  const isDead = state === "dead"
  const beyond = after
    ? sql`(next_attempt_at, id) ${sql.raw(isDead ? "<" : ">")} (${after.at}, ${after.id})`
    : sql`next_attempt_at > -1`
  const wanted = isDead ? sql`1` : sql`(attempts > 0 OR next_attempt_at < ${ctx.now() - lateAfter})`
  const order = sql.raw(isDead ? "next_attempt_at DESC, id DESC" : "next_attempt_at, id")
  const [rows] = await read(
    ctx.db,
    sql<Row>`SELECT id, recipient, locale, template, state, attempts, last_error, next_attempt_at, created_at
      FROM outbox_emails WHERE state = ${state} AND ${beyond} AND ${wanted} ORDER BY ${order} LIMIT ${pageLength + 1}`,
  )
  const shown = rows.slice(0, pageLength)
  const last = shown.at(-1)
  return {
    data: shown.map(toDeskMail),
    next_cursor: last && rows.length > pageLength ? `${last.next_attempt_at.toString(36)}.${last.id}` : null,
  }
}

function decodeCursor(cursor: string): { at: number; id: string } {
  const [, at, id] = /^([0-9a-z]{1,10})\.([0-9A-Z]{26})$/.exec(cursor) ?? []
  if (!at || !id) throw new AppError("cursor.invalid")
  return { at: Number.parseInt(at, 36), id }
}

/** Addresses are not for staff to read: enough to tell a typing error, in the provider's words too. */
function toDeskMail({ recipient, ...row }: Row): DeskMail {
  return { ...row, recipient: maskAddresses(recipient), last_error: row.last_error && maskAddresses(row.last_error) }
}

/** `ada@example.org` -> `a***@example.org`, wherever it stands in a text. */
export function maskAddresses(text: string): string {
  return text.replace(/([^\s<>"'(),:;@])[^\s<>"'(),:;@]*@(?=[^\s@])/g, "$1***@")
}

/** Tries a mail again from the start. Throws what `requireStaffProof` does, `request.not_found`, and `conflict.changed` while it is being sent or is done. */
export async function retryMail(ctx: Ctx, id: string): Promise<void> {
  requireStaffProof(ctx)
  const now = ctx.now()
  await change(ctx, id, { state: "queued", attempts: 0, nextAttemptAt: now, updatedAt: now })
  ctx.enqueueMail(id)
}

/** Gives a mail up for good: nobody will get it. Throws as `retryMail` does. */
export async function dropMail(ctx: Ctx, id: string): Promise<void> {
  requireStaffProof(ctx)
  const now = ctx.now()
  await change(ctx, id, { state: "dropped", data: settledData, nextAttemptAt: now, updatedAt: now })
}

async function change(ctx: Ctx, id: string, values: SettledMail): Promise<void> {
  const isSettled = and(eq(outboxEmails.state, "queued"), lt(outboxEmails.updatedAt, ctx.now() - settledAfter))
  const { meta } = await ctx.db
    .update(outboxEmails)
    .set(values)
    .where(and(eq(outboxEmails.id, id), or(eq(outboxEmails.state, "dead"), isSettled)))
  if (meta.changes > 0) return
  const [there] = await ctx.db
    .select({ id: outboxEmails.id })
    .from(outboxEmails)
    .where(eq(outboxEmails.id, id))
    .limit(1)
  throw new AppError(there ? "conflict.changed" : "request.not_found")
}
