import { and, asc, desc, eq, gt, inArray, lt, lte, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { outboxEmails } from "~/db/schema"

export type OutboxEmail = typeof outboxEmails.$inferSelect

/** A mail to write; its recipient and their language may be looked up as it is written. */
export type NewOutboxEmail = Pick<OutboxEmail, "id" | "template" | "data"> & {
  recipient: string | SQL
  locale: string | SQL
  now: number
}

/** A statement, so that the mail is written in one batch with what it tells of; where `when` does not hold, it writes nothing. */
export function insertOutboxEmail(db: Database, email: NewOutboxEmail, when: SQL = sql`true`) {
  const { id, recipient, locale, template, data, now } = email
  // In the order of the table's columns.
  return db
    .insert(outboxEmails)
    .select(
      sql`SELECT ${id}, ${recipient}, ${locale}, ${template}, ${data}, 'queued', 0, ${now}, NULL, NULL, ${now}, ${now} WHERE ${when}`,
    )
}

/** Takes a due mail for one try; until `nextAttemptAt` nobody else gets it. Null when it is not due or not queued any more. */
export async function claimOutboxEmail(
  db: Database,
  id: string,
  now: number,
  nextAttemptAt: number,
): Promise<OutboxEmail | null> {
  const [email] = await db
    .update(outboxEmails)
    .set({ attempts: sql`${outboxEmails.attempts} + 1`, nextAttemptAt, updatedAt: now })
    .where(and(eq(outboxEmails.id, id), eq(outboxEmails.state, "queued"), lte(outboxEmails.nextAttemptAt, now)))
    .returning()
  return email ?? null
}

/** What a try, or staff, make of a mail. */
export type SettledMail = Omit<Partial<OutboxEmail>, "data"> & { data?: string | SQL }

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
export async function findOutboxEmailsAfter(db: Database, firstId: string, limit: number): Promise<OutboxEmail[]> {
  return db.select().from(outboxEmails).where(gt(outboxEmails.id, firstId)).orderBy(desc(outboxEmails.id)).limit(limit)
}

/** Deletes what was last tried before a time, by how it ended. */
export async function deleteOutboxEmails(db: Database, before: { done: number; dead: number }): Promise<void> {
  const ended = (states: OutboxEmail["state"][], time: number) =>
    db.delete(outboxEmails).where(and(inArray(outboxEmails.state, states), lt(outboxEmails.nextAttemptAt, time)))
  await db.batch([ended(["sent", "dropped"], before.done), ended(["dead"], before.dead)])
}
