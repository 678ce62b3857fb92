import { eq, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { agreementSignatures } from "~/db/schema"

/** Returns the user's signature of the latest version that they signed. */
export async function findSignature(db: Database, userId: string) {
  const [row] = await db
    .select({ version: agreementSignatures.version, signedAt: agreementSignatures.signedAt })
    .from(agreementSignatures)
    .where(eq(agreementSignatures.userId, userId))
    .orderBy(sql`version DESC`)
    .limit(1)
  return row ?? null
}

/** Stores a signature; a version is signed once. */
export async function insertSignature(db: Database, row: typeof agreementSignatures.$inferInsert): Promise<void> {
  await db.insert(agreementSignatures).values(row).onConflictDoNothing()
}
