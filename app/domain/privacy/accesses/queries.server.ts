import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { personalReads } from "~/db/schema"
import type { RowOf } from "~/db/statements/row"
import { DAY } from "~/lib/time"

/** How long a report that nobody decides holds anything back, in ms. */
const maxHold = 90 * DAY

/**
 * SQL time (epoch ms) since when nothing is shown to a member: their oldest open P0 or P1 report; null without one. Reports that are
 * probably a bot's hold nothing back.
 */
const heldSince = (userId: string, now: number) => sql`(SELECT min(r.created_at) FROM reports AS r
  LEFT JOIN profiles AS p ON p.owner_id = ${userId}
  WHERE r.state = 'received' AND r.priority IN ('P0', 'P1') AND r.created_at > ${now - maxHold} AND r.is_suspect = 0 AND (
    EXISTS (SELECT 1 FROM media AS m WHERE m.id = r.media_id AND m.profile_id = p.id)
    OR (r.about || '/') GLOB ('*/escorts/' || p.slug || '[/?#]*')
    OR EXISTS (SELECT 1 FROM report_messages AS c WHERE c.report_id = r.id AND c.author_id = ${userId} AND c.is_chosen = 1)))`

/**
 * SQL condition of a row of personal_reads: the member may read it now. Messages in somebody else's report show once that report was
 * acted on.
 */
export const isShown = (userId: string, now: number): SQL => sql`(
  (report_id IS NULL OR EXISTS (SELECT 1 FROM reports WHERE id = personal_reads.report_id AND state = 'actioned'))
  AND read_at < coalesce(${heldSince(userId, now)}, ${Number.MAX_SAFE_INTEGER}))`

type AccessRow = RowOf<typeof personalReads, "seq" | "read_at" | "action" | "role">

/** Returns the reads of a member's records that they may see, newest first. */
export async function findAccesses(
  db: Database,
  { userId, before, now }: { userId: string; before: number | null; now: number },
  limit: number,
): Promise<AccessRow[]> {
  const [rows] = await read(
    db,
    sql<AccessRow>`SELECT seq, read_at, action, role FROM personal_reads
      WHERE user_id = ${userId} AND seq < ${before ?? Number.MAX_SAFE_INTEGER} AND ${isShown(userId, now)}
      ORDER BY seq DESC LIMIT ${limit}`,
  )
  return rows
}
