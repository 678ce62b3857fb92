import { eq, lt } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { returnedAddresses } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"

type ReturnRow = typeof returnedAddresses.$inferSelect

export async function upsertReturn(db: Database, row: ReturnRow): Promise<void> {
  const { reason, createdAt } = row
  await db
    .insert(returnedAddresses)
    .values(row)
    .onConflictDoUpdate({ target: returnedAddresses.address, set: { reason, createdAt } })
}

export async function findReturn(db: Database, address: string): Promise<ReturnRow | null> {
  const [row] = await db.select().from(returnedAddresses).where(eq(returnedAddresses.address, address)).limit(1)
  return row ?? null
}

export async function deleteReturn(db: Database, address: string): Promise<void> {
  await db.delete(returnedAddresses).where(eq(returnedAddresses.address, address))
}

/** Returns a statement that deletes those recorded before a time. */
export function deleteReturnsBefore(db: Database, time: number) {
  return deleteAtMost(db, returnedAddresses, lt(returnedAddresses.createdAt, time))
}
