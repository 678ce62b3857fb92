import { and, eq, lt, or, sql } from "drizzle-orm"
import { read } from "~/db/client.server"
import { outboxEmails } from "~/db/schema"
import { AppError } from "~/lib/errors"
import { MINUTE } from "~/lib/time"
import { requireStaff, requireStaffProof } from "../actor/guards"
import type { Ctx } from "../context"
import { decodeKeyset, pageOf } from "../shared/keyset-cursor"
import type { DeskMail, DeskState } from "./desk"
import { type SettledMail, settledData } from "./queries.server"

const pageLength = 30
/** A queued mail is late once an attempt failed, or none was made for this long, ms. */
const lateAfter = 10 * MINUTE
/** No delivery is running on a mail last updated this long ago, ms: an attempt ends within the minute it claims. */
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
 * Lists mails that need staff: given up (`dead`, newest first) or late (`queued`, longest overdue first). A page of 30
 * and the next cursor. Throws what `requireStaff` does, and `cursor.invalid`.
 */
export async function listDeskMails(
  ctx: Ctx,
  state: DeskState,
  cursor: string | null,
): Promise<{ data: DeskMail[]; next_cursor: string | null }> {
  requireStaff(ctx)
  const after = cursor === null ? null : decodeKeyset(cursor)
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
  const { shown, next_cursor } = pageOf(rows, pageLength, (row) => ({ at: row.next_attempt_at, id: row.id }))
  return { data: shown.map(toDeskMail), next_cursor }
}

/** Masks addresses, also in the provider's error: staff see enough to spot a typo. */
function toDeskMail({ recipient, ...row }: Row): DeskMail {
  return { ...row, recipient: maskAddresses(recipient), last_error: row.last_error && maskAddresses(row.last_error) }
}

/** Masks every e-mail in a text: `ada@example.org` becomes `a***@example.org`. */
export function maskAddresses(text: string): string {
  return text.replace(/([^\s<>"'(),:;@])[^\s<>"'(),:;@]*@(?=[^\s@])/g, "$1***@")
}

/**
 * Retries a mail from the start. Throws what `requireStaffProof` does, `request.not_found`, and `conflict.changed`
 * while it is being sent or once it is settled.
 */
export async function retryMail(ctx: Ctx, id: string): Promise<void> {
  requireStaffProof(ctx)
  const now = ctx.now()
  await change(ctx, id, { state: "queued", attempts: 0, nextAttemptAt: now, updatedAt: now })
  ctx.enqueueMail(id)
}

/** Drops a mail: it will not be sent. Throws as `retryMail` does. */
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
