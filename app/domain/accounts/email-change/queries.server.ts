import { and, eq, exists, gt, inArray, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { emailChanges, emailTokens, users } from "~/db/schema"
import { isAlive, revokeTokens } from "~/domain/mail/token-queries.server"
import { sha256 } from "~/lib/crypto.server"

export type EmailChange = typeof emailChanges.$inferSelect

/** Purposes of a change's links: sent to the old address, and to the new one. */
export const changePurposes = ["email-from", "email-to"] as const
export type ChangePurpose = (typeof changePurposes)[number]

/** Query for a user's pending change: one row or none. */
export function selectPendingChange(db: Database, userId: string, now: number) {
  return db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)))
    .limit(1)
}

/** Returns a statement that inserts a change. */
export function insertEmailChange(db: Database, change: EmailChange) {
  return db.insert(emailChanges).values(change)
}

/** Returns a statement that deletes a change. */
export function deleteEmailChange(db: Database, id: string) {
  return db.delete(emailChanges).where(eq(emailChanges.id, id))
}

/** Returns a statement that deletes a user's changes. */
export function deleteEmailChanges(db: Database, userId: string | SQL) {
  return db.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/** Returns a statement that deletes a user's change unless it has expired. */
export function deletePendingChange(db: Database, userId: string, now: number) {
  return db.delete(emailChanges).where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)))
}

/** Returns a statement that revokes the links of a user's change. */
export function revokeChangeTokens(db: Database, userId: string | SQL) {
  const changes = db.select({ id: emailChanges.id }).from(emailChanges).where(eq(emailChanges.userId, userId))
  return revokeTokens(db, ["email-from", "email-to"], { of: changes })
}

/** Returns a pending change with its owner's address, or null; also null for banned users. */
export async function findChangeToMail(db: Database, id: string, now: number) {
  const [change] = await db
    .select({
      id: emailChanges.id,
      newEmail: emailChanges.newEmail,
      fromConfirmedAt: emailChanges.fromConfirmedAt,
      toConfirmedAt: emailChanges.toConfirmedAt,
      oldEmail: users.email,
    })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(and(eq(emailChanges.id, id), gt(emailChanges.expiresAt, now), isNull(users.bannedAt)))
    .limit(1)
  return change ?? null
}

/** Returns the change of a valid link, with its owner's address and language, or null. */
export async function findChangeByToken(db: Database, token: string, now: number) {
  const [link] = await db
    .select({
      changeId: emailChanges.id,
      purpose: sql<ChangePurpose>`${emailTokens.purpose}`.as("purpose"),
      userId: emailChanges.userId,
      newEmail: emailChanges.newEmail,
      oldEmail: users.email,
      locale: users.locale,
      fromConfirmedAt: emailChanges.fromConfirmedAt,
      toConfirmedAt: emailChanges.toConfirmedAt,
    })
    .from(emailTokens)
    .innerJoin(emailChanges, eq(emailChanges.id, emailTokens.subjectId))
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(
      and(
        eq(emailTokens.tokenHash, sha256(token)),
        inArray(emailTokens.purpose, [...changePurposes]),
        gt(emailTokens.expiresAt, now),
        gt(emailChanges.expiresAt, now),
        isNull(users.bannedAt),
      ),
    )
    .limit(1)
  return link ?? null
}

/** The change of a link. */
type LinkedChange = Pick<
  NonNullable<Awaited<ReturnType<typeof findChangeByToken>>>,
  "changeId" | "purpose" | "userId" | "newEmail"
>

const one = { one: sql`1` }

/** Returns a statement that confirms a change for the mailbox that a valid link was sent to. */
export function confirmChange(db: Database, { changeId, purpose }: LinkedChange, token: string, now: number) {
  const alive = db
    .select(one)
    .from(emailTokens)
    .where(and(isAlive(purpose, token, now), eq(emailTokens.subjectId, changeId)))
  return db
    .update(emailChanges)
    .set(purpose === "email-from" ? { fromConfirmedAt: now } : { toConfirmedAt: now })
    .where(and(eq(emailChanges.id, changeId), gt(emailChanges.expiresAt, now), exists(alive)))
}

/** SQL condition: both mailboxes have confirmed. */
function isAgreed(changeId: string) {
  return and(
    eq(emailChanges.id, changeId),
    isNotNull(emailChanges.fromConfirmedAt),
    isNotNull(emailChanges.toConfirmedAt),
  )
}

const agreedChange = (db: Database, changeId: string) => db.select(one).from(emailChanges).where(isAgreed(changeId))

/** Returns a statement that sets a user's new e-mail once both mailboxes have confirmed, unless it has an account. */
export function updateEmail(db: Database, { changeId, userId, newEmail }: LinkedChange, now: number) {
  const taken = db.select(one).from(users).where(eq(users.email, newEmail))
  return db
    .update(users)
    .set({ email: newEmail, emailVerifiedAt: now, updatedAt: now })
    .where(and(eq(users.id, userId), exists(agreedChange(db, changeId)), notExists(taken)))
}

/** SQL condition: in the batch, the e-mail was updated and the change's row is not yet deleted. */
export function isEmailUpdated(db: Database, { changeId, userId, newEmail }: LinkedChange) {
  const updated = db
    .select(one)
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, newEmail)))
  return and(exists(agreedChange(db, changeId)), exists(updated))
}

/** Returns a statement that deletes a change that both mailboxes have confirmed. */
export function deleteAgreedChange(db: Database, changeId: string) {
  return db.delete(emailChanges).where(isAgreed(changeId))
}
