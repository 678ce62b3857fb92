import { and, count, eq, exists, sql } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import { dataRequests, profiles, sessions, users } from "~/db/schema"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireRecentProof, requireUser } from "../actor/guards"
import { forgetInChat } from "../chat/privacy.server"
import type { Ctx } from "../context"
import { newMail } from "../mail/outbox.server"
import { purgeSearch } from "../profiles/queries.server"
import { getDataRequests, lease } from "./export.server"
import { deleteOwnFiles } from "./files.server"
import * as queries from "./queries.server"
import { type PersonalTable, personalTables } from "./registry"
import { type DataKind, type Erasure, type ErasureReceipt, type HoldReason, recordLifetime } from "./schema"

const DAY = 24 * 60 * 60 * 1_000
/** The time to change one's mind (trust-safety R26). */
export const graceDays = 30
export const reminderDays = 3

/**
 * What holds something of people outside the tables, and how it forgets one of them. It is asked before the rows go, may be asked again,
 * and throws when it could not: then the erasure is tried again as a whole. Providers of payments and identity belong here.
 */
export type ForgetOutside = (ctx: Ctx, userId: string) => Promise<void>
const outside: ForgetOutside[] = [deleteOwnFiles, forgetInChat]

/**
 * Asks that the actor's account be erased in 30 days. Their profile leaves the public at once, and a mail says so. Throws
 * `auth.confirm_required`, `privacy.last_root`, and `privacy.erasure_open` when it was asked before.
 */
export async function requestErasure(ctx: Ctx): Promise<Erasure> {
  const { user } = requireRecentProof(ctx)
  const { db } = ctx
  const now = ctx.now()
  const id = newId(now)
  const runAt = now + graceDays * DAY
  const receipt = sql`(SELECT iif(state = 'published', '{"republish":1}', '{}') FROM profiles WHERE owner_id = ${user.id})`
  // Its composer finds no request when this one lost to another.
  const mail = newMail(ctx, {
    to: user.email,
    locale: user.locale,
    template: "erasure-requested",
    data: { requestId: id },
  })
  const [asked] = await db.batch([
    queries.insertRequest(
      db,
      { id, userId: user.id, kind: "erasure", runAt, receipt },
      now,
      isLastRoot(sql`${user.id}`),
    ),
    db
      .update(profiles)
      .set({ state: "paused", version: sql`${profiles.version} + 1`, updatedAt: now })
      .where(
        and(
          eq(profiles.ownerId, user.id),
          eq(profiles.state, "published"),
          exists(db.select({ one: sql`1` }).from(dataRequests).where(eq(dataRequests.id, id))),
        ),
      ),
    mail.insert,
  ])
  if (asked.meta.changes === 0) {
    const { erasure } = await getDataRequests(ctx)
    throw new AppError(erasure ? "privacy.erasure_open" : "privacy.last_root")
  }
  mail.wake()
  return { id, state: "requested", run_at: runAt, created_at: now }
}

/** The erasure that the actor has asked for. Throws `request.not_found` when there is none. */
export async function getErasure(ctx: Ctx): Promise<Erasure> {
  const { erasure } = await getDataRequests(ctx)
  if (!erasure) throw new AppError("request.not_found")
  return erasure
}

/**
 * Keeps the actor's account after all; a profile that was public is so again, at the end of a ban if they were banned meanwhile. Throws `request.not_found` when it is too late for that.
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
  const [, cancelled] = await db.batch([
    db
      .update(profiles)
      .set({ state: publicState, version: sql`${profiles.version} + 1`, updatedAt: now })
      .where(
        and(
          eq(profiles.ownerId, userId),
          eq(profiles.state, "paused"),
          exists(db.select({ one: sql`1` }).from(dataRequests).where(and(mine, wasPublic))),
        ),
      ),
    db
      .update(dataRequests)
      .set({ state: "cancelled", doneAt: now, expiresAt: now + recordLifetime, updatedAt: now })
      .where(mine),
  ])
  if (cancelled.meta.changes === 0) throw new AppError("request.not_found")
}

/**
 * Forgets the person of an erasure that is due: ends their sessions, lets go of what lies outside the tables, then all rows in one batch
 * together with the receipt and the mail that tells of it. Safe to call again at any point. The last of the root staff is not forgotten.
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
    await ctx.db.delete(sessions).where(eq(sessions.userId, userId))
    for (const forgetOne of forget) await forgetOne(ctx, userId)
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
    // The last that knows the address; it goes when it is sent (mail/service.server.ts).
    const mail =
      user && newMail(ctx, { to: user.email, locale: user.locale, template: "erasure-done", data: { requestId } })
    const forgotten = tables.flatMap((entry) => forgetRows(ctx, entry, userId))
    await ctx.db.batch([ended, ...forgotten, ...(mail ? [mail.insert] : [])])
    mail?.wake()
    if (receipt.deleted.profile) await purgeSearch(ctx.db)
  } catch (error) {
    // Whoever is told to try again must find it due.
    await queries.updateRunning(ctx.db, requestId, { runAt: ctx.now() })
    throw error
  }
}

function forgetRows(ctx: Ctx, { table, of, erase }: PersonalTable, userId: string): BatchItem<"sqlite">[] {
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

/** Whether this user (an SQL expression) is root, and nobody else is: then nobody could look after the place. */
function isLastRoot(userId: ReturnType<typeof sql>) {
  const others = sql`SELECT 1 FROM "groups" AS g JOIN user_groups AS m ON m.group_id = g.id WHERE g.root = 1 AND m.user_id`
  return sql`EXISTS (${others} = ${userId}) AND NOT EXISTS (${others} <> ${userId})`
}

/** Writes to everyone whose account goes within three days, once. */
export async function remindOfErasures(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  for (const { id, email, locale } of await queries.findToRemind(ctx.db, now, now + reminderDays * DAY)) {
    const mail = newMail(ctx, { to: email, locale, template: "erasure-soon", data: { requestId: id } })
    const reminded = sql`json_set(coalesce(${dataRequests.receipt}, '{}'), '$.reminded', 1)`
    await ctx.db.batch([
      mail.insert,
      ctx.db.update(dataRequests).set({ receipt: reminded }).where(eq(dataRequests.id, id)),
    ])
    mail.wake()
  }
}
