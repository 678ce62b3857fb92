import { DAY } from "~/lib/time"
import type { Ctx } from "../context"
import { createNotification } from "../notifications/service.server"
import { isIdentityError } from "../ports/identity"
import { moveOwnProfile, setVerified } from "../profiles/queries.server"
import { noticeDays, recordLifetime, redactionPatience, refusedLifetime } from "./policy"
import * as queries from "./queries.server"

const atOnce = 100

/**
 * Notifies members whose check is due in 30, 7 and 1 days, and pauses the profiles of those whose check is over
 * (trust-safety R4), nightly.
 */
export async function renewChecks(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  if (!ctx.acceptsTestChecks) await queries.refuseTestMode(ctx.db)
  await forEachDue(ctx, { before: now, days: 0 }, (check) => expire(ctx, check))
  for (const days of noticeDays)
    await forEachDue(ctx, { before: now + days * DAY, days }, (check) => notify(ctx, { ...check, days }))
}

/** Goes through due checks by a cursor: one that cannot be moved is not read again in this run. */
async function forEachDue(
  ctx: Ctx,
  which: { before: number; days: number },
  act: (check: queries.DueCheck) => Promise<void>,
): Promise<void> {
  let after: queries.DueCheck | undefined
  for (;;) {
    const due = await queries.findDue(ctx.db, { ...which, after }, atOnce)
    for (const check of due) await act(check)
    if (due.length < atOnce) return
    after = due.at(-1)
  }
}

async function expire(ctx: Ctx, check: { id: string; userId: string }): Promise<void> {
  const { db } = ctx
  const now = ctx.now()
  const { id, userId } = check
  const isExpired = queries.isMovedNow(id, "expired", now)
  const news = newsOf(ctx, userId, "identity_expired", isExpired)
  const [, , , notified] = await db.batch([
    queries.expireCheck(db, check, now),
    moveOwnProfile(db, { ownerId: userId, from: ["published"], to: "paused", when: isExpired }, now),
    setVerified(db, userId, null, isExpired),
    news.insert,
  ])
  news.publish(notified)
}

async function notify(
  ctx: Ctx,
  { id, userId, days }: { id: string; userId: string; days: (typeof noticeDays)[number] },
): Promise<void> {
  const news = newsOf(ctx, userId, `identity_due_${days}`, queries.isUnnoticed(id, days))
  const [notified] = await ctx.db.batch([news.insert, queries.markNoticed(ctx.db, id, days)])
  news.publish(notified)
}

/** One notification of a member's identity at a time: a later one takes its place. */
function newsOf(ctx: Ctx, userId: string, state: string, when: Parameters<typeof createNotification>[1]["when"]) {
  return createNotification(ctx, {
    to: userId,
    type: "profile",
    subject: `identity:${userId}`,
    state: state as "identity_due",
    reference: null,
    when,
  })
}

/**
 * Asks the provider to delete what it knows of a member and of the people in their photos, before their account is
 * erased. The redaction is asked for again until an event confirms it.
 */
export async function forgetIdentity(ctx: Ctx, userId: string): Promise<void> {
  for (const ref of await queries.requestRedaction(ctx.db, userId, ctx.now()))
    ctx.enqueueJob({ kind: "identity_redaction", ref })
}

/** Asks the provider to redact a check. Throws IdentityError if it is to be tried again. */
export async function redactCheck(ctx: Ctx, ref: string): Promise<void> {
  if (!ctx.identity) return
  try {
    await ctx.identity.redact(ref)
  } catch (error) {
    // A check that the provider does not know any more has nothing left to redact.
    if (!isIdentityError(error) || error.problem === "unavailable") throw error
  }
  const check = await ctx.identity.fetch(ref).catch(() => null)
  if (check?.status === "redacted") await queries.markRedacted(ctx.db, ref, ctx.now())
}

/** Asks again for redactions without a confirmation, and deletes rows whose time is over, nightly. */
export async function sweepChecks(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  for (const ref of await queries.takeUnconfirmed(ctx.db, now - redactionPatience, now, atOnce))
    ctx.enqueueJob({ kind: "identity_redaction", ref })
  await queries.deleteOrphans(ctx.db, { ended: now - recordLifetime, refused: now - refusedLifetime })
  await queries.deleteAbandoned(ctx.db, now - recordLifetime)
}
