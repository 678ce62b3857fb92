import { and, eq, isNull, lt, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { idempotencyKeys } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"

export type KeyRow = typeof idempotencyKeys.$inferSelect

export async function findKey(db: Database, key: string): Promise<KeyRow | undefined> {
  const [row] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)).limit(1)
  return row
}

/** Returns the row as the primary has it: a write, since a replica may not have what has just been written. */
export async function findKeyAtPrimary(db: Database, key: string): Promise<KeyRow | undefined> {
  const [row] = await db
    .update(idempotencyKeys)
    .set({ fingerprint: sql`fingerprint` })
    .where(eq(idempotencyKeys.key, key))
    .returning()
  return row
}

/** Returns a statement that inserts the row, and fails for a key that has one. */
export function insertKey(db: Database, row: KeyRow) {
  return db.insert(idempotencyKeys).values(row)
}

/** Stores the result of a request; with `row`, of one that wrote nothing and has no row yet. */
export async function storeResult(db: Database, key: string, result: string, row?: KeyRow): Promise<void> {
  if (row) await insertKey(db, { ...row, result }).onConflictDoNothing()
  else await db.update(idempotencyKeys).set({ result }).where(eq(idempotencyKeys.key, key))
}

/** Deletes the row of a request that was refused. */
export async function deleteUnfinished(db: Database, key: string): Promise<void> {
  await db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.key, key), isNull(idempotencyKeys.result)))
}

export async function deleteOlder(db: Database, before: number): Promise<D1Result> {
  return deleteAtMost(db, idempotencyKeys, lt(idempotencyKeys.createdAt, before))
}

/** Whether an error is that a key has a row already. */
export function isKeyTaken(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one.message.includes("UNIQUE constraint failed: idempotency_keys.key")) return true
  }
  return false
}
