import { sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import type { conversationMembers, conversations } from "~/db/schema"
import { type JsonText, trustedJson } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import type { InboxEntry } from "../../core/ports/chat"
import type { LastMessage } from "../schema"

interface FormerRow
  extends RowOf<typeof conversations, "id" | "version" | "state" | "last_seq" | "is_blocked" | "created_at">,
    RowOf<
      typeof conversationMembers,
      "role" | "read_seq" | "hidden_seq" | "skipped" | "active_at" | "muted_at" | "draft"
    > {
  last: JsonText<LastMessage> | null
  other_id: string | null
  other_read_seq: number | null
}

/**
 * Selects what the database kept of a member's conversations before inboxes lived with their members (2026-11), for the
 * first touch of the member's channel.
 */
export function selectFormerEntries(userId: string) {
  return sql<FormerRow>`
      SELECT c.id, c.version, c.state, c.last_seq, c.is_blocked, c.created_at, m.role, m.read_seq, m.hidden_seq, m.skipped,
        m.active_at, m.muted_at, m.draft, m.last, o.user_id AS other_id, o.read_seq AS other_read_seq
      FROM conversation_members AS m JOIN conversations AS c ON c.id = m.conversation_id
      LEFT JOIN conversation_members AS o ON o.conversation_id = c.id AND o.user_id <> m.user_id
      WHERE m.user_id = ${userId} AND c.last_seq > 0`
}

export function toEntry(row: FormerRow): InboxEntry {
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    role: row.role,
    otherId: row.other_id,
    isBlocked: row.is_blocked === 1,
    createdAt: row.created_at,
    lastSeq: row.last_seq,
    readSeq: row.read_seq,
    hiddenSeq: row.hidden_seq,
    skipped: row.skipped,
    otherReadSeq: row.other_read_seq ?? 0,
    last: trustedJson(row.last),
    activeAt: row.active_at,
    mutedAt: row.muted_at,
    draft: row.draft,
  }
}

/** Deletes their texts once the member's channel has them. The rows of conversations remain, for finding. */
export async function deleteFormerTexts(db: Database, userId: string): Promise<void> {
  await db.$client
    .prepare(
      `UPDATE conversation_members SET last = NULL, draft = '', muted_at = NULL
       WHERE user_id = ? AND (last IS NOT NULL OR draft <> '' OR muted_at IS NOT NULL)`,
    )
    .bind(userId)
    .run()
}
