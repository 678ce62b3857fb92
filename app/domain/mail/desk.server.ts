import { AppError } from "~/lib/errors"
import { MINUTE } from "~/lib/time"
import { requireStaff, requireStaffProof } from "../actor/guards"
import { auditEntry } from "../audit/entries.server"
import type { Ctx } from "../context"
import { decodeKeyset, pageOf } from "../shared/keyset-cursor"
import type { DeskMail, DeskState } from "./desk"
import * as queries from "./queries.server"

const pageLength = 30
/** A queued mail is late once an attempt failed, or none was made for this long, ms. */
const lateAfter = 10 * MINUTE
/** No delivery is running on a mail last updated this long ago, ms: an attempt ends within the minute it claims. */
const settledAfter = 2 * MINUTE

/**
 * Lists mails that need staff: given up (`dead`, newest first) or late (`queued`, longest overdue first). A page of 30
 * and the next cursor. Throws what `requireStaff` does, and `cursor.invalid`.
 */
export async function listDeskMails(
  ctx: Ctx,
  state: DeskState,
  cursor: string | null,
): Promise<{ data: DeskMail[]; next_cursor: string | null }> {
  requireStaff(ctx, "mails.read")
  const after = cursor === null ? null : decodeKeyset(cursor)
  const page = { after, lateBefore: ctx.now() - lateAfter, limit: pageLength + 1 }
  const rows = await queries.findDeskMails(ctx.db, state, page)
  const { shown, next_cursor } = pageOf(rows, pageLength, (row) => ({ at: row.next_attempt_at, id: row.id }))
  return { data: shown.map(toDeskMail), next_cursor }
}

/** Masks addresses, also in the provider's error: staff see enough to spot a typo. */
function toDeskMail({ recipient, ...row }: queries.DeskMailRow): DeskMail {
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
  requireStaffProof(ctx, "mails.write")
  const now = ctx.now()
  await change(ctx, "mail.retry", id, { state: "queued", attempts: 0, nextAttemptAt: now, updatedAt: now })
  ctx.enqueueMail(id)
}

/** Drops a mail: it will not be sent. Throws as `retryMail` does. */
export async function dropMail(ctx: Ctx, id: string): Promise<void> {
  requireStaffProof(ctx, "mails.write")
  const now = ctx.now()
  await change(ctx, "mail.drop", id, {
    state: "dropped",
    data: queries.settledData,
    nextAttemptAt: now,
    updatedAt: now,
  })
}

async function change(
  ctx: Ctx,
  action: "mail.retry" | "mail.drop",
  id: string,
  values: queries.SettledMail,
): Promise<void> {
  const [changed] = await ctx.db.batch([
    queries.updateUndelivered(ctx.db, id, values, ctx.now() - settledAfter),
    auditEntry(ctx, { action, target: { kind: "mail", id } }),
  ])
  if (changed.meta.changes > 0) return
  throw new AppError((await queries.hasOutboxEmail(ctx.db, id)) ? "conflict.changed" : "request.not_found")
}
