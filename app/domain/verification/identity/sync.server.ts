import type { SQL } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import { batch } from "~/db/statements/batch"
import { allOf, always, anyOf, negated } from "~/db/statements/conditions"
import type { Ctx } from "../../core/context"
import type { ProvidedCheck } from "../../core/ports/identity"
import { isLaunched } from "../../core/readiness/gate.server"
import { setVerified } from "../../profiles/queries.server"
import { publishOwnProfile } from "../../profiles/state-queries.server"
import * as documents from "./document-queries.server"
import { hashPerson } from "./person-hash.server"
import { isAdult, isOpen, monthOf, nextCheck, openStates } from "./policy"
import * as queries from "./queries.server"
import { closeToMinor, refusals, refuseCheck } from "./refusals.server"
import { type Subject, subjectOf } from "./schema"

/**
 * Brings a check up to date with the provider, whatever event said that it changed: a repeated or late event changes
 * nothing. Returns false for a check that is not ours. Throws IdentityError.
 */
export async function syncCheck(ctx: Ctx, ref: string): Promise<boolean> {
  const row = await queries.findCheck(ctx.db, { sessionRef: ref })
  if (!row || !ctx.identity) return false
  await applyCheck(ctx, row, await ctx.identity.fetch(ref))
  return true
}

/** Applies what the provider says of a check now. */
export async function applyCheck(ctx: Ctx, row: queries.CheckRow, check: ProvidedCheck): Promise<void> {
  const { db } = ctx
  const now = ctx.now()
  if (check.status === "redacted") return queries.markRedacted(db, check.ref, now)
  // After a failure on the way: the check is settled, the rest is not.
  if (row.status === "refused_age" && row.userId) return closeToMinor(ctx, row.userId)
  if (!isOpen(row.status) && row.status !== "none") return
  switch (check.status) {
    case "pending":
      return
    case "processing":
      await queries.moveCheck(db, row.id, { from: ["pending", "needs_input"], status: "processing" }, now)
      return
    case "needs_input":
      await queries.moveCheck(db, row.id, { from: ["pending", "processing"], status: "needs_input" }, now)
      return
    case "cancelled":
      await queries.moveCheck(db, row.id, { from: openStates, status: "none" }, now)
      return
    case "verified":
      return settleCheck(ctx, row, check)
  }
}

async function settleCheck(ctx: Ctx, row: queries.CheckRow, { document, isLive }: ProvidedCheck): Promise<void> {
  const subject = subjectOf(row)
  // Without a date of birth nobody is an adult: retried, since the key of the settings may lack a permission.
  if (!document?.birthDate) throw new Error("The verified check has no date of birth")
  const now = ctx.now()
  const { birthDate, firstName, lastName, expiresOn, isFaceCompared } = document
  const hashes = await hashPerson(ctx, { birthDate, firstName, lastName })
  const facts = { livemode: isLive, liveness: isFaceCompared, checkedAt: now }
  if (!isAdult(birthDate, now)) {
    const change = { ...facts, personHash: hashes[0], status: "refused_age", over18: false, reason: "minor" } as const
    // Neither asking staff instead nor an erasure on the way undoes that the provider saw a minor.
    const from = [...openStates, "none"] as const
    if (subject) await refuseCheck(ctx, { row, subject, from, change, details: refusals.minor, hashes })
    else await queries.moveCheck(ctx.db, row.id, { ...change, from }, now)
    return
  }
  if (!subject || !isOpen(row.status)) return
  await settleAdult(ctx, {
    row,
    subject,
    change: { ...facts, hashes, documentMonth: expiresOn ? monthOf(expiresOn) : null },
  })
}

/** Statements that accompany the end of a check in its batch, and a condition of it. */
interface Company {
  before?: (status: "verified" | "refused" | "refused_age") => BatchItem<"sqlite">[]
  when?: SQL
}

interface AdultCheck extends Company {
  row: queries.CheckRow
  subject: Subject
  change: Change & { hashes: [string, ...string[]] }
}

/**
 * Ends a check of an adult: verified, or refused if its document was refused as a minor's in any account, if its subject
 * was another person before, or if another person of the profile has the same document, in whichever order (trust-safety R3, R7).
 * Returns whether it ended.
 */
export async function settleAdult(
  ctx: Ctx,
  { row, subject, change: { hashes, ...facts }, before = () => [], when = always }: AdultCheck,
): Promise<boolean> {
  const { db } = ctx
  const change = { ...facts, personHash: hashes[0] }
  const refuseIfKnown = async () => {
    const { isAnother, isShared, isBarred } = await documents.findMismatch(db, subject, { hashes, now: ctx.now() })
    if (isBarred) {
      const refusal = { ...change, status: "refused_age", over18: true, reason: "minor" } as const
      return refuseCheck(ctx, {
        row,
        subject,
        change: refusal,
        details: refusals.barred,
        hashes,
        before: before(refusal.status),
        when,
      })
    }
    if (!isAnother && !isShared) return null
    return refuseCheck(ctx, {
      row,
      subject,
      change: { ...change, status: "refused", over18: true, reason: "other_person" },
      details: isShared ? refusals.shared : refusals.another,
      before: before("refused"),
      when,
      shared: isShared ? hashes : [],
    })
  }
  const isRefused = await refuseIfKnown()
  if (isRefused !== null) return isRefused
  const isAlone = negated(anyOf(documents.isKnownAsOther(subject, hashes), documents.isKnownAsMinor(hashes, ctx.now())))
  const isVerified = await verifyCheck(ctx, {
    row,
    subject,
    facts: change,
    before: before("verified"),
    when: allOf(when, isAlone),
  })
  // Another check with the same document may have ended meanwhile.
  return isVerified || (await refuseIfKnown()) === true
}

type Change = Partial<queries.CheckRow>

interface CheckToVerify {
  row: queries.CheckRow
  subject: Subject
  facts: Change
  before?: BatchItem<"sqlite">[]
  when?: SQL
}

/** Verifies a check, with what follows from it: an earlier one ends, and a profile that it paused is public again. */
async function verifyCheck(ctx: Ctx, { row, subject, facts, before = [], when }: CheckToVerify): Promise<boolean> {
  const { db } = ctx
  const now = ctx.now()
  const isVerified = queries.isMovedNow(row.id, "verified", now)
  const next = nextCheck(now, facts.documentMonth ?? null)
  const due = "userId" in subject ? { nextCheckAt: next.at, reason: next.reason } : {}
  const change = { ...facts, ...due, status: "verified" as const, over18: true, checkedAt: now, noticedDays: null }
  const { moved } = await batch(db, {
    moved: queries.moveCheck(db, row.id, { ...change, from: openStates, when }, now),
    before,
    follow: [
      ...(ctx.acceptsTestChecks && change.livemode === false ? [queries.acceptTestMode(db, isVerified)] : []),
      ...("userId" in subject ? await followVerification(ctx, subject.userId, row.id, isVerified) : []),
    ],
  })
  return moved.meta.changes > 0
}

async function followVerification(
  ctx: Ctx,
  userId: string,
  id: string,
  isVerified: SQL,
): Promise<BatchItem<"sqlite">[]> {
  const { db } = ctx
  const now = ctx.now()
  const [expire, clear] = queries.replaceChecks(db, { userId, id, when: isVerified, now })
  const wasPaused = allOf(isVerified, queries.hasPaused(userId))
  return [
    setVerified(db, userId, now, isVerified),
    expire,
    publishOwnProfile(
      db,
      { ownerId: userId, from: ["paused"], when: wasPaused, isLaunched: await isLaunched(ctx) },
      now,
    ),
    clear,
  ]
}
