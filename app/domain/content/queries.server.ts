import { eq } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { contentEpoch } from "~/db/schema"

/** How often what the public may see has changed; triggers count (migrations/0002_content_epoch_triggers.sql). */
export async function findContentEpoch(db: Database): Promise<number> {
  const [row] = await db.select({ epoch: contentEpoch.epoch }).from(contentEpoch).where(eq(contentEpoch.id, 1)).limit(1)
  return row?.epoch ?? 0
}
