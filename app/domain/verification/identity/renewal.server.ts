import { hasMore } from "~/db/statements/delete-at-most"
import { DAY } from "~/lib/time"
import type { Ctx } from "../../core/context"
import { isIdentityError } from "../../core/ports/identity"
import { forEachItem, type Place, placeAfter, placeWhile, readTimePlace, timePlace } from "../../core/shared/lane"
import { createNotification } from "../../notifications/service.server"
import { setVerified } from "../../profiles/queries.server"
import { moveOwnProfile } from "../../profiles/state-queries.server"
import { refuseTestMode } from "../../profiles/test-mode-queries.server"
import { forgetRefused } from "./document-queries.server"
import { noticeDays, recordLifetime, redactionPatience, refusedLifetime } from "./policy"
import * as queries from "./queries.server"

const atOnce = 100

/** Days before the end of a check at which something is due: 0 is the end. */
const dueDays = [0, ...noticeDays] as const

/**
 * Notifies members whose check is due in 30, 7 and 1 days, and pauses the profiles of those whose check is over
 * (trust-safety R4), nightly.
 */
export async function renewChecks(ctx: Ctx, place: Place = null): Promise<Place> {
  if (place === null && !ctx.acceptsTestChecks) await refuseTestMode(ctx.db)
  // A place is the number of days, and the last check that was read of those.
  const [days = 0, after = ""] =
    place === null ? [] : [Number(place.slice(0, place.indexOf(" "))), place.slice(place.indexOf(" ") + 1)]
  const kind = dueDays.find((one) => one === days) ?? 0
  const before = ctx.now() + kind * DAY
  const due = await queries.findDue(ctx.db, { before, days: kind, after: readTimePlace(after || null) }, atOnce)
  await forEachItem(
    ctx,
    due,
    ({ id }) => id,
    (check) => (kind === 0 ? expire(ctx, check) : notify(ctx, { ...check, days: kind })),
  )
  const next = dueDays[dueDays.indexOf(kind) + 1]
  return (
    placeAfter(due, atOnce, ({ dueAt: at, id }) => `${kind} ${timePlace({ at, id })}`) ??
    (next === undefined ? null : `${next} `)
  )
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

/** Creates the notification of a member's identity, in place of the one before. */
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

/** Asks again for redactions without a confirmation, nightly. */
export async function requeueRedactions(ctx: Ctx): Promise<Place> {
  const now = ctx.now()
  const refs = await queries.takeUnconfirmed(ctx.db, now - redactionPatience, now, atOnce)
  for (const ref of refs) if (ref !== null) ctx.enqueueJob({ kind: "identity_redaction", ref })
  return placeWhile(refs.length === atOnce)
}

/** Deletes checks whose time is over, and forgets whom those named that were refused two years ago (trust-safety R3), nightly. */
export async function sweepChecks(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  const now = ctx.now()
  return placeWhile(
    hasMore(
      await ctx.db.batch([
        queries.deleteOrphans(ctx.db, { ended: now - recordLifetime, refused: now - refusedLifetime }),
        queries.deleteAbandoned(ctx.db, now - recordLifetime),
        ...forgetRefused(ctx.db, now - refusedLifetime),
      ]),
    ),
  )
}
