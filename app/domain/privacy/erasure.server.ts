import * as z from "zod"
import { parseJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { DAY } from "~/lib/time"
import { requireSettledProof } from "../accounts/first-factor/hold.server"
import { deleteSessionsOf } from "../accounts/sessions/queries.server"
import { forgetPayments } from "../billing/maintenance.server"
import { forgetInChat } from "../chat/privacy.server"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { isLaunched } from "../core/readiness/gate.server"
import { forEachItem, type Place, placeAfter, timePlace } from "../core/shared/lane"
import { createMail } from "../mail/outbox.server"
import { sweepPurges } from "../profiles/search-upkeep/purges.server"
import { askPurges, profileIndexes } from "../profiles/search-upkeep/queries.server"
import { moveProfile } from "../profiles/state-queries.server"
import { forgetIdentity } from "../verification/identity/renewal.server"
import { getDataRequests, lease } from "./export.server"
import { deleteOwnFiles } from "./files.server"
import { recordErasure } from "./ledger.server"
import * as queries from "./queries.server"
import { personalTables } from "./registry"
import { type DataKind, type Erasure, type ErasureReceipt, type HoldReason, recordLifetime } from "./schema"
import type { PersonalTable } from "./tables/personal-table"

/** Days in which the user can cancel (trust-safety R26). */
export const graceDays = 30
const reminderDays = 3

/**
 * Erases a user's data outside the tables, or a part of it: returns where the next job goes on, null at the end. Called
 * before the rows are deleted and possibly again; throws on failure, so that the job is retried.
 */
type ForgetOutside = (ctx: Ctx, userId: string, place: string | null, options: ErasureOptions) => Promise<string | null>

/** Does all of it at once. */
const whole =
  (forget: (ctx: Ctx, userId: string) => Promise<void>): ForgetOutside =>
  async (ctx, userId) => {
    await forget(ctx, userId)
    return null
  }

/** Payments first: if the provider is down, nothing is lost yet. The names are stored with an erasure that goes on. */
const outside: [name: string, forget: ForgetOutside][] = [
  ["payments", whole(forgetPayments)],
  ["identity", whole(forgetIdentity)],
  ["files", whole(deleteOwnFiles)],
  ["chat", (ctx, userId, place, options) => forgetInChat(ctx, userId, place, options.conversations)],
  ["ledger", whole(recordErasure)],
]

/**
 * Schedules the erasure of the actor's account in 30 days, unpublishes their profile at once and notifies them by mail.
 * Throws what `requireSettledProof` does, `privacy.last_root`, and `privacy.erasure_open` if one is pending.
 */
export async function requestErasure(ctx: Ctx): Promise<Erasure> {
  const { user } = await requireSettledProof(ctx)
  const { db } = ctx
  const now = ctx.now()
  const id = newId(now)
  const runAt = now + graceDays * DAY
  const isInserted = queries.hasRequest(db, id)
  const mail = createMail(ctx, {
    to: user.email,
    locale: user.locale,
    template: "erasure-requested",
    data: { requestId: id },
    when: isInserted,
  })
  const [inserted] = await db.batch([
    queries.insertErasure(db, { id, userId: user.id, runAt }, now),
    moveProfile(db, { owner: user.id, from: "published", to: "paused", when: isInserted }, now),
    mail.insert,
  ])
  if (inserted.meta.changes === 0) {
    const { erasure } = await getDataRequests(ctx)
    throw new AppError(erasure ? "privacy.erasure_open" : "privacy.last_root")
  }
  mail.enqueue()
  // The next payment may be due before the account is erased.
  if (user.subscriptions.length > 0) ctx.enqueueJob({ kind: "renewal_stop", userId: user.id })
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
  const isRepublished = queries.hasUnpublished(db, userId)
  const [, cancelled] = await db.batch([
    moveProfile(
      db,
      { owner: userId, from: "paused", to: queries.publicState(userId, await isLaunched(ctx)), when: isRepublished },
      now,
    ),
    queries.cancelErasure(db, userId, now, now + recordLifetime),
  ])
  if (cancelled.meta.changes === 0) throw new AppError("request.not_found")
}

interface ErasureOptions {
  tables?: PersonalTable[]
  forget?: typeof outside
  /** How many conversations a job goes through. */
  conversations?: number
  /** Carried out before, in a database that a restore replaced: no mail. */
  isRepeated?: boolean
}

/**
 * Runs a due erasure: ends the user's sessions, erases data outside the tables, then deletes all rows in one batch with
 * the receipt and its mail. What is too much for one job goes on in the next. Safe to repeat at any point. The last root
 * user is not erased.
 */
export async function runErasure(ctx: Ctx, requestId: string, options: ErasureOptions = {}): Promise<void> {
  const { tables = personalTables } = options
  const now = ctx.now()
  const request = await queries.claimErasure(ctx.db, requestId, now, now + lease)
  if (!request) return
  const { userId } = request
  const from = readCursor(request)
  const isRepeated = options.isRepeated || from?.isRepeated === true
  const user = await queries.findUser(ctx.db, userId)
  try {
    await deleteSessionsOf(ctx.db, userId)
    const stop = await forgetAllOutside(ctx, userId, from, options)
    if (stop !== null) {
      const cursor = JSON.stringify({ ...stop, isRepeated } satisfies z.infer<typeof ErasureCursor>)
      // Free for the next job.
      await queries.updateRunning(ctx.db, requestId, { cursor, runAt: ctx.now() })
      return ctx.enqueueJob({ kind: "erasure", requestId })
    }
    const receipt = await createReceipt(ctx, tables, userId)
    const isHeld = receipt.held.some((reason) => reason !== "request")
    const done = ctx.now()
    const end = {
      state: isHeld ? ("partly_held" as const) : ("done" as const),
      receipt: JSON.stringify(receipt),
      expiresAt: done + recordLifetime,
    }
    const ended = queries.endErasure(ctx.db, requestId, end, done)
    // The last row with the address; it is deleted after delivery (mail-delivery/deliver.server.ts).
    const isNotified = user !== null && !isRepeated
    const mail =
      isNotified &&
      createMail(ctx, { to: user.email, locale: user.locale, template: "erasure-done", data: { requestId } })
    const erasures = tables.flatMap((entry) => queries.eraseRows(ctx.db, entry, userId))
    const purges = askPurges(ctx.db, ["search_users", ...(receipt.deleted.profile ? profileIndexes : [])], done)
    await ctx.db.batch([ended, ...erasures, ...purges, ...(mail ? [mail.insert] : [])])
    if (mail) mail.enqueue()
    await sweepPurges(ctx)
  } catch (error) {
    // Due at once, so that the retried job can claim it.
    await queries.updateRunning(ctx.db, requestId, { runAt: ctx.now() })
    throw error
  }
}

/** Erases what is outside the tables, from where the last job stopped; returns where the next one goes on, null at the end. */
async function forgetAllOutside(
  ctx: Ctx,
  userId: string,
  from: { name: string; place: string } | null,
  options: ErasureOptions,
): Promise<{ name: string; place: string } | null> {
  const { forget = outside } = options
  const first = forget.findIndex(([name]) => name === from?.name)
  // All of it where nothing has this name any more.
  const left = forget.slice(Math.max(first, 0))
  for (const [name, forgetOutside] of left) {
    const place = await forgetOutside(ctx, userId, name === from?.name ? from.place : null, options)
    if (place !== null) return { name, place }
  }
  return null
}

/** Where an erasure goes on: in what, and from which place; and whether it was carried out before. */
const ErasureCursor = z.object({ name: z.string(), place: z.string(), isRepeated: z.boolean() })

const readCursor = ({ cursor }: queries.DataRequest) => (cursor === null ? null : parseJson(ErasureCursor, cursor))

async function createReceipt(ctx: Ctx, tables: PersonalTable[], userId: string): Promise<ErasureReceipt> {
  const counts = await queries.countRows(ctx.db, tables, userId)
  const deleted: Partial<Record<DataKind, number>> = {}
  const held = new Set<HoldReason>()
  for (const [index, { kind, erase }] of tables.entries()) {
    const rows = counts[index] ?? 0
    if (rows === 0 || erase === "follows") continue
    if (erase === "delete") deleted[kind] = (deleted[kind] ?? 0) + rows
    else held.add(erase.hold)
  }
  return { deleted, held: [...held] }
}

const atOnce = 100

/** Sends one reminder to each user whose account is erased within three days; runs nightly. */
export async function sendErasureReminders(ctx: Ctx, place: Place = null): Promise<Place> {
  const now = ctx.now()
  const due = await queries.findToRemind(ctx.db, { from: now, until: now + reminderDays * DAY }, place, atOnce)
  await forEachItem(
    ctx,
    due,
    ({ id }) => id,
    async ({ id, email, locale }) => {
      const mail = createMail(ctx, {
        to: email,
        locale,
        template: "erasure-soon",
        data: { requestId: id },
        when: queries.existsUnreminded(id),
      })
      const [inserted] = await ctx.db.batch([mail.insert, queries.markReminded(ctx.db, id)])
      if (inserted.meta.changes > 0) mail.enqueue()
    },
  )
  return placeAfter(due, atOnce, timePlace)
}
