import type { Database } from "~/db/client.server"
import { deadLetters } from "~/db/schema"

export type DeadLetter = typeof deadLetters.$inferSelect

/** Stores a message that its queue gave up; the same one again changes nothing. */
export async function insertDeadLetter(db: Database, letter: DeadLetter): Promise<void> {
  await db.insert(deadLetters).values(letter).onConflictDoNothing()
}
