import { and, desc, eq, gt, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { type MailData, mutedMails, outboxEmails, type Template, users } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import type { Locale } from "~/i18n/locales"
import type { MailKind } from "./schema"

/** A mail's row; `parseEmail` reads its data. */
export type OutboxRow = typeof outboxEmails.$inferSelect

/** A mail of a template, which says what its data is. */
export type EmailOf<T extends Template> = T extends Template
  ? Omit<OutboxRow, "template" | "data"> & { template: T; data: MailData[T] }
  : never
/** A mail of the outbox that is to be sent: `template` says what `data` is. */
export type OutboxEmail = EmailOf<Template>

/** Reads the data of a mail that is to be sent. Throws a `SyntaxError` for what is no JSON. */
export function parseEmail(row: OutboxRow): OutboxEmail {
  // newMail wrote it with the data of its template.
  return { ...row, data: JSON.parse(row.data) } as OutboxEmail
}

/** A mail to insert; recipient and language may be SQL expressions. */
export type NewOutboxEmail = Pick<OutboxRow, "id" | "template" | "data"> & {
  recipient: string | SQL
  locale: Locale | SQL
  now: number
  /** Writes the mail only if this holds, at its place in the batch. */
  when?: SQL
}

/** Returns a statement that inserts a mail in the batch of the change it reports; a no-op unless `when` holds. */
export function insertOutboxEmail(db: Database, email: NewOutboxEmail) {
  const { id, recipient, locale, template, data, now, when = sql`true` } = email
  const row = { id, recipient, locale, template, data, state: "queued" as const, attempts: 0 }
  const times = { nextAttemptAt: now, createdAt: now, updatedAt: now }
  return insertSelect(db, outboxEmails, { ...row, ...times }, sql`WHERE ${when}`).onConflictDoNothing()
}

/**
 * Claims a due mail for one attempt; no other call gets it until `nextAttemptAt`. Null if it is not due or not queued.
 */
export async function claimOutboxEmail(
  db: Database,
  id: string,
  now: number,
  nextAttemptAt: number,
): Promise<OutboxRow | null> {
  const [email] = await db
    .update(outboxEmails)
    .set({ attempts: sql`${outboxEmails.attempts} + 1`, nextAttemptAt, updatedAt: now })
    .where(and(eq(outboxEmails.id, id), eq(outboxEmails.state, "queued"), lte(outboxEmails.nextAttemptAt, now)))
    .returning()
  return email ?? null
}

/** Values set after a delivery attempt or by staff. */
export type SettledMail = Omit<Partial<OutboxRow>, "data"> & { data?: SQL }

/**
 * A settled mail's remaining data: of an e-mail change only the requesting user's id, so that erasing the account finds
 * it.
 */
export const settledData = sql<string>`iif(template = 'email-to', json_object('userId', json_extract(data, '$.userId')), '{}')`

export async function settleOutboxEmail(db: Database, id: string, result: SettledMail): Promise<void> {
  await db.update(outboxEmails).set(result).where(eq(outboxEmails.id, id))
}

export async function deleteOutboxEmail(db: Database, id: string): Promise<void> {
  await db.delete(outboxEmails).where(eq(outboxEmails.id, id))
}

/** Returns the mails that are due, longest overdue first, after a place in that order. */
export async function findDueEmails(
  db: Database,
  now: number,
  after: { at: number; id: string },
  limit: number,
): Promise<{ id: string; at: number }[]> {
  const [due] = await read(
    db,
    sql<{ id: string; at: number }>`SELECT id, next_attempt_at AS at FROM outbox_emails
      WHERE state = 'queued' AND next_attempt_at <= ${now} AND next_attempt_at >= ${after.at}
        AND (next_attempt_at, id) > (${after.at}, ${after.id})
      ORDER BY next_attempt_at, id LIMIT ${limit}`,
  )
  return due
}

/** Returns the newest mails inserted after `firstId`. */
export async function findOutboxEmailsAfter(db: Database, firstId: string, limit: number): Promise<OutboxRow[]> {
  return db.select().from(outboxEmails).where(gt(outboxEmails.id, firstId)).orderBy(desc(outboxEmails.id)).limit(limit)
}

/** Deletes settled mails last attempted before a time, by how they ended. */
export function deleteOutboxEmails(db: Database, before: { done: number; dead: number }) {
  const ended = (states: OutboxRow["state"][], time: number) =>
    deleteAtMost(db, outboxEmails, and(inArray(outboxEmails.state, states), lt(outboxEmails.nextAttemptAt, time)))
  return db.batch([ended(["sent", "dropped"], before.done), ended(["dead"], before.dead)])
}

/**
 * Updates a mail that was given up, or that is queued and was last updated before `settledBefore`. Returns false for
 * others.
 */
export function updateUndelivered(db: Database, id: string, values: SettledMail, settledBefore: number) {
  const isSettled = and(eq(outboxEmails.state, "queued"), lt(outboxEmails.updatedAt, settledBefore))
  return db
    .update(outboxEmails)
    .set(values)
    .where(and(eq(outboxEmails.id, id), or(eq(outboxEmails.state, "dead"), isSettled)))
}

export async function hasOutboxEmail(db: Database, id: string): Promise<boolean> {
  const [there] = await db.select({ id: outboxEmails.id }).from(outboxEmails).where(eq(outboxEmails.id, id)).limit(1)
  return there !== undefined
}

/** Query for the kinds of mail a user muted. */
export function selectMutedKinds(db: Database, userId: string) {
  return db.select({ kind: mutedMails.kind }).from(mutedMails).where(eq(mutedMails.userId, userId))
}

/** Query for those of these kinds of mail that a user muted. */
export function selectMutedOf(db: Database, userId: string, kinds: MailKind[]) {
  return db
    .select({ kind: mutedMails.kind })
    .from(mutedMails)
    .where(and(eq(mutedMails.userId, userId), inArray(mutedMails.kind, kinds)))
}

/** Returns a statement that unmutes all of a user's mail. */
export function clearMutedKinds(db: Database, userId: string) {
  return db.delete(mutedMails).where(eq(mutedMails.userId, userId))
}

/** Returns a statement that mutes kinds of mail; those muted already stay so. */
export function insertMutedKinds(db: Database, muted: (typeof mutedMails.$inferInsert)[]) {
  return db.insert(mutedMails).values(muted).onConflictDoNothing()
}

/** Returns whether the user with this e-mail, if any, muted this kind of mail. */
export async function isKindMuted(db: Database, email: string, kind: MailKind): Promise<boolean> {
  const found = await db
    .select({ kind: mutedMails.kind })
    .from(mutedMails)
    .innerJoin(users, eq(users.id, mutedMails.userId))
    .where(and(eq(users.email, email), eq(mutedMails.kind, kind)))
    .limit(1)
  return found.length > 0
}

export async function deleteMutedKinds(db: Database, userId: string, kinds: MailKind[]): Promise<void> {
  await db.delete(mutedMails).where(and(eq(mutedMails.userId, userId), inArray(mutedMails.kind, kinds)))
}
