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

/** A mail to write; its recipient and their language may be looked up as it is written. */
export type NewOutboxEmail = Pick<OutboxRow, "id" | "template" | "data"> & {
  recipient: string | SQL
  locale: Locale | SQL
  now: number
}

/** A statement, so that the mail is written in one batch with what it tells of; where `when` does not hold, it writes nothing. */
export function insertOutboxEmail(db: Database, email: NewOutboxEmail, when: SQL = sql`true`) {
  const { id, recipient, locale, template, data, now } = email
  const row = { id, recipient, locale, template, data, state: "queued" as const, attempts: 0 }
  const times = { nextAttemptAt: now, createdAt: now, updatedAt: now }
  return insertSelect(db, outboxEmails, { ...row, ...times }, sql`WHERE ${when}`)
}

/** Takes a due mail for one try; until `nextAttemptAt` nobody else gets it. Null when it is not due or not queued any more. */
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

/** What a try, or staff, make of a mail. */
export type SettledMail = Omit<Partial<OutboxRow>, "data"> & { data?: SQL }

/** What is left of a mail's data once it is settled: who wished for its address, so that it goes with their account. */
export const settledData = sql<string>`iif(template = 'email-to', json_object('userId', json_extract(data, '$.userId')), '{}')`

export async function settleOutboxEmail(db: Database, id: string, result: SettledMail): Promise<void> {
  await db.update(outboxEmails).set(result).where(eq(outboxEmails.id, id))
}

export async function deleteOutboxEmail(db: Database, id: string): Promise<void> {
  await db.delete(outboxEmails).where(eq(outboxEmails.id, id))
}

/** Ids of mails that are due, oldest first. */
export async function findDueEmails(db: Database, now: number, limit: number): Promise<string[]> {
  const due = await db
    .select({ id: outboxEmails.id })
    .from(outboxEmails)
    .where(and(eq(outboxEmails.state, "queued"), lte(outboxEmails.nextAttemptAt, now)))
    .orderBy(asc(outboxEmails.nextAttemptAt))
    .limit(limit)
  return due.map(({ id }) => id)
}

/** The newest mails that were written after `firstId`. */
export async function findOutboxEmailsAfter(db: Database, firstId: string, limit: number): Promise<OutboxRow[]> {
  return db.select().from(outboxEmails).where(gt(outboxEmails.id, firstId)).orderBy(desc(outboxEmails.id)).limit(limit)
}

/** Deletes what was last tried before a time, by how it ended. */
export async function deleteOutboxEmails(db: Database, before: { done: number; dead: number }): Promise<void> {
  const ended = (states: OutboxRow["state"][], time: number) =>
    db.delete(outboxEmails).where(and(inArray(outboxEmails.state, states), lt(outboxEmails.nextAttemptAt, time)))
  await db.batch([ended(["sent", "dropped"], before.done), ended(["dead"], before.dead)])
}
