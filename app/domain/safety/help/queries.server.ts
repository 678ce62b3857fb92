import { and, eq, lt, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { HelpState } from "~/db/enums"
import { helpRequests } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import type { RowOf } from "~/db/statements/row"
import { nameOf } from "../../accounts/owner-queries.server"
import type { KeysetPlace } from "../../core/shared/keyset-cursor"

export interface HelpRow
  extends RowOf<typeof helpRequests, "id" | "user_id" | "answer_sealed" | "state" | "note_sealed" | "created_at"> {
  name: string
}

export async function insertRequest(db: Database, row: typeof helpRequests.$inferInsert): Promise<void> {
  await db.insert(helpRequests).values(row)
}

const columns = sql`h.id, h.user_id, h.answer_sealed, h.state, h.note_sealed, h.created_at,
  ${nameOf(sql`h.user_id`)} AS name FROM help_requests AS h`

/** Returns requests in a state, longest waiting first, without those of the reader. */
export async function findRequests(
  db: Database,
  { state, readerId, after }: { state: HelpState; readerId: string; after: KeysetPlace | null },
  limit: number,
): Promise<HelpRow[]> {
  const beyond = after === null ? sql`1` : sql`(h.created_at, h.id) > (${after.at}, ${after.id})`
  const [rows] = await read(
    db,
    sql<HelpRow>`SELECT ${columns} WHERE h.state = ${state} AND h.user_id <> ${readerId} AND ${beyond}
      ORDER BY h.created_at, h.id LIMIT ${limit}`,
  )
  return rows
}

/** Returns the state of a request that somebody else than the reader made; null without one. */
export async function findState(db: Database, id: string, readerId: string): Promise<HelpState | null> {
  const [row] = await db
    .select({ state: helpRequests.state })
    .from(helpRequests)
    .where(and(eq(helpRequests.id, id), sql`user_id <> ${readerId}`))
  return row?.state ?? null
}

/** Returns the statement that closes an open request, unless it is the closer's own. */
export function closeRequest(
  db: Database,
  { id, staffId, noteSealed }: { id: string; staffId: string; noteSealed: string },
  now: number,
) {
  return db
    .update(helpRequests)
    .set({ state: "done", closedBy: staffId, noteSealed, updatedAt: now })
    .where(and(eq(helpRequests.id, id), eq(helpRequests.state, "open"), sql`user_id <> ${staffId}`))
}

/** Deletes the requests whose ids precede `id`. */
export function deleteRequestsBefore(db: Database, id: string) {
  return deleteAtMost(db, helpRequests, lt(helpRequests.id, id))
}

/** SQL of the open requests that this reader may close, at most `atMost`. */
export const openRequests = (readerId: string, atMost: SQL) =>
  sql`SELECT id, created_at AS since FROM help_requests WHERE state = 'open' AND user_id <> ${readerId} ${atMost}`
