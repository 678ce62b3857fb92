import { and, asc, desc, eq, gt, inArray, lt, lte, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { insertSelect } from "~/db/insert-select"
import { type MailData, outboxEmails, type Template } from "~/db/schema"
import type { Locale } from "~/i18n/locales"

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
}

/** Returns a statement that inserts a mail in the batch of the change it reports; a no-op unless `when` holds. */
export function insertOutboxEmail(db: Database, email: NewOutboxEmail, when: SQL = sql`true`) {
  const { id, recipient, locale, template, data, now } = email
  const row = { id, recipient, locale, template, data, state: "queued" as const, attempts: 0 }
  const times = { nextAttemptAt: now, createdAt: now, updatedAt: now }
  return insertSelect(db, outboxEmails, { ...row, ...times }, sql`WHERE ${when}`)
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

/** Returns the ids of due mails, oldest first. */
export async function findDueEmails(db: Database, now: number, limit: number): Promise<string[]> {
  const due = await db
    .select({ id: outboxEmails.id })
    .from(outboxEmails)
    .where(and(eq(outboxEmails.state, "queued"), lte(outboxEmails.nextAttemptAt, now)))
    .orderBy(asc(outboxEmails.nextAttemptAt))
    .limit(limit)
  return due.map(({ id }) => id)
}

/** Returns the newest mails inserted after `firstId`. */
export async function findOutboxEmailsAfter(db: Database, firstId: string, limit: number): Promise<OutboxRow[]> {
  return db.select().from(outboxEmails).where(gt(outboxEmails.id, firstId)).orderBy(desc(outboxEmails.id)).limit(limit)
}

/** Deletes settled mails last attempted before a time, by how they ended. */
export async function deleteOutboxEmails(db: Database, before: { done: number; dead: number }): Promise<void> {
  const ended = (states: OutboxRow["state"][], time: number) =>
    db.delete(outboxEmails).where(and(inArray(outboxEmails.state, states), lt(outboxEmails.nextAttemptAt, time)))
  await db.batch([ended(["sent", "dropped"], before.done), ended(["dead"], before.dead)])
}
