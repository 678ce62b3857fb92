import { eq } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { identityModes } from "~/db/schema"

/** Returns a statement after which only live checks count (trust-safety R2). */
export function refuseTestMode(db: Database) {
  return db.delete(identityModes).where(eq(identityModes.livemode, 0))
}
