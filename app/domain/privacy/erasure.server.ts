import { and, count, eq, exists, sql } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import { dataRequests, users } from "~/db/schema"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { DAY } from "~/lib/time"
import { deleteSessionsOf } from "../accounts/queries.server"
import { requireRecentProof, requireUser } from "../actor/guards"
import { forgetInChat } from "../chat/privacy.server"
import type { Ctx } from "../context"
import { createMail } from "../mail/outbox.server"
import { moveProfile, purgeSearch } from "../profiles/queries.server"
import { getDataRequests, lease } from "./export.server"
import { deleteOwnFiles } from "./files.server"
import * as queries from "./queries.server"
import { type PersonalTable, personalTables } from "./registry"
import { type DataKind, type Erasure, type ErasureReceipt, type HoldReason, recordLifetime } from "./schema"

/** Days in which the user can cancel (trust-safety R26). */
export const graceDays = 30
export const reminderDays = 3

/**
 * Erases a user's data outside the tables. Called before the rows are deleted and possibly again; throws on failure, so
 * that the whole erasure is retried. Payment and identity providers belong here.
 */
export type ForgetOutside = (ctx: Ctx, userId: string) => Promise<void>
const outside: ForgetOutside[] = [deleteOwnFiles, forgetInChat]

/**
 * Schedules the erasure of the actor's account in 30 days, unpublishes their profile at once and notifies them by mail.
 * Throws `auth.confirm_required`, `privacy.last_root`, and `privacy.erasure_open` if one is pending.
 */
export async function requestErasure(ctx: Ctx): Promise<Erasure> {
  const { user } = requireRecentProof(ctx)
  const { db } = ctx
  const now = ctx.now()
  const id = newId(now)
  const runAt = now + graceDays * DAY
  const receipt = sql`(SELECT iif(state = 'published', '{"republish":1}', '{}') FROM profiles WHERE owner_id = ${user.id})`
  // Not sent if the insert below is refused: its composer then finds no request.
  const mail = createMail(ctx, {
    to: user.email,
    locale: user.locale,
    template: "erasure-requested",
    data: { requestId: id },
  })
  const isInserted = exists(db.select({ one: sql`1` }).from(dataRequests).where(eq(dataRequests.id, id)))
  const [inserted] = await db.batch([
    queries.insertRequest(
      db,
      { id, userId: user.id, kind: "erasure", runAt, receipt },
      now,
      isLastRoot(sql`${user.id}`),
    ),
    moveProfile(db, { owner: user.id, from: "published", to: "paused", when: isInserted }, now),
    mail.insert,
  ])
  if (inserted.meta.changes === 0) {
    const { erasure } = await getDataRequests(ctx)
    throw new AppError(erasure ? "privacy.erasure_open" : "privacy.last_root")
  }
  mail.enqueue()
  return { id, state: "requested", run_at: runAt, created_at: now }
}

/** Returns the actor's pending erasure. Throws `request.not_found` if there is none. */
export async function getErasure(ctx: Ctx): Promise<Erasure> {
  const { erasure } = await getDataRequests(ctx)
  if (!erasure) throw new AppError("request.not_found")
  return erasure
}

/**
 * Cancels the erasure of the actor's account and republishes a profile that was published: after the ban's end, if they
 * were banned meanwhile. Throws `request.not_found` when it is too late.
 */
export async function cancelErasure(ctx: Ctx): Promise<void> {
  const { id: userId } = requireUser(ctx)
  const { db } = ctx
  const now = ctx.now()
  const mine = and(
    eq(dataRequests.userId, userId),
    eq(dataRequests.kind, "erasure"),
    eq(dataRequests.state, "requested"),
  )
  const wasPublic = sql`json_extract(${dataRequests.receipt}, '$.republish') = 1`
  const isBanned = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND banned_at IS NOT NULL)`
  const publicState = sql<"banned" | "published">`iif(${isBanned}, 'banned', 'published')`
  const isRepublished = exists(db.select({ one: sql`1` }).from(dataRequests).where(and(mine, wasPublic)))
  const [, cancelled] = await db.batch([
    moveProfile(db, { owner: userId, from: "paused", to: publicState, when: isRepublished }, now),
    db
      .update(dataRequests)
      .set({ state: "cancelled", doneAt: now, expiresAt: now + recordLifetime, updatedAt: now })
      .where(mine),
  ])
  if (cancelled.meta.changes === 0) throw new AppError("request.not_found")
}

/**
 * Runs a due erasure: ends the user's sessions, erases data outside the tables, then deletes all rows in one batch with
 * the receipt and its mail. Safe to repeat at any point. The last root user is not erased.
 */
export async function runErasure(
  ctx: Ctx,
  requestId: string,
  { tables, forget }: { tables: PersonalTable[]; forget: ForgetOutside[] } = {
    tables: personalTables,
    forget: outside,
  },
): Promise<void> {
  const now = ctx.now()
  const unless = isLastRoot(sql`${dataRequests.userId}`)
  const request = await queries.claimRequest(ctx.db, { id: requestId, kind: "erasure", unless }, now, now + lease)
  if (!request) return
  const { userId } = request
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId)).limit(1)
  try {
    await deleteSessionsOf(ctx.db, userId)
    for (const forgetOutside of forget) await forgetOutside(ctx, userId)
    const receipt = await countRows(ctx, tables, userId)
    const isHeld = receipt.held.some((reason) => reason !== "request")
    const done = ctx.now()
    const ended = ctx.db
      .update(dataRequests)
      .set({
        state: isHeld ? "partly_held" : "done",
        runAt: null,
        receipt: JSON.stringify(receipt),
        doneAt: done,
        expiresAt: done + recordLifetime,
        updatedAt: done,
      })
      .where(eq(dataRequests.id, requestId))
    // The last row with the address; it is deleted after delivery (mail-delivery/deliver.server.ts).
    const mail =
      user && createMail(ctx, { to: user.email, locale: user.locale, template: "erasure-done", data: { requestId } })
    const erasures = tables.flatMap((entry) => eraseRows(ctx, entry, userId))
    await ctx.db.batch([ended, ...erasures, ...(mail ? [mail.insert] : [])])
    mail?.enqueue()
    if (receipt.deleted.profile) await purgeSearch(ctx.db)
  } catch (error) {
    // Due at once, so that the retried job can claim it.
    await queries.updateRunning(ctx.db, requestId, { runAt: ctx.now() })
    throw error
  }
}

function eraseRows(ctx: Ctx, { table, of, erase }: PersonalTable, userId: string): BatchItem<"sqlite">[] {
  if (erase === "follows") return []
  if (erase === "delete") return [ctx.db.delete(table).where(of(userId))]
  return [
    ctx.db
      .update(table as typeof dataRequests)
      .set(erase.set)
      .where(of(userId)),
  ]
}

async function countRows(ctx: Ctx, tables: PersonalTable[], userId: string): Promise<ErasureReceipt> {
  const [first, ...others] = tables.map(({ table, of }) =>
    ctx.db.select({ rows: count() }).from(table).where(of(userId)),
  )
  const counts = first ? await ctx.db.batch([first, ...others]) : []
  const deleted: Partial<Record<DataKind, number>> = {}
  const held = new Set<HoldReason>()
  for (const [index, { kind, erase }] of tables.entries()) {
    const rows = counts[index]?.[0]?.rows ?? 0
    if (rows === 0 || erase === "follows") continue
    if (erase === "delete") deleted[kind] = (deleted[kind] ?? 0) + rows
    else held.add(erase.hold)
  }
  return { deleted, held: [...held] }
}

/** SQL condition: this user (an SQL expression) is the only root user, without whom nobody could administer the app. */
function isLastRoot(userId: ReturnType<typeof sql>) {
  const others = sql`SELECT 1 FROM "groups" AS g JOIN user_groups AS m ON m.group_id = g.id WHERE g.root = 1 AND m.user_id`
  return sql`EXISTS (${others} = ${userId}) AND NOT EXISTS (${others} <> ${userId})`
}

/** Sends one reminder to each user whose account is erased within three days. */
export async function remindOfErasures(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  for (const { id, email, locale } of await queries.findToRemind(ctx.db, now, now + reminderDays * DAY)) {
    const mail = createMail(ctx, { to: email, locale, template: "erasure-soon", data: { requestId: id } })
    const reminded = sql`json_set(coalesce(${dataRequests.receipt}, '{}'), '$.reminded', 1)`
    await ctx.db.batch([
      mail.insert,
      ctx.db.update(dataRequests).set({ receipt: reminded }).where(eq(dataRequests.id, id)),
    ])
    mail.enqueue()
  }
}
