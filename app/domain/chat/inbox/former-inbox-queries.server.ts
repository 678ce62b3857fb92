import { sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import type { conversationMembers, conversations } from "~/db/schema"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import type { LastMessage } from "../schema"

/** A conversation in the columns of an inbox (party/user-channel/inbox.ts). */
export interface FormerEntry
  extends RowOf<typeof conversations, "version" | "state" | "last_seq" | "is_blocked" | "created_at">,
    RowOf<
      typeof conversationMembers,
      "role" | "read_seq" | "hidden_seq" | "skipped" | "active_at" | "muted_at" | "draft"
    > {
  conversation_id: string
  last: JsonText<LastMessage> | null
  other_id: string | null
  other_read_seq: number
}

/**
 * Selects what the database kept of a member's conversations before inboxes lived with their members (2026-11), for the
 * first touch of the member's channel.
 */
export function selectFormerEntries(userId: string) {
  return sql<FormerEntry>`
      SELECT c.id AS conversation_id, c.version, c.state, c.last_seq, c.is_blocked, c.created_at, m.role, m.read_seq, m.hidden_seq, m.skipped,
        m.active_at, m.muted_at, m.draft, m.last, o.user_id AS other_id, coalesce(o.read_seq, 0) AS other_read_seq
      FROM conversation_members AS m JOIN conversations AS c ON c.id = m.conversation_id
      LEFT JOIN conversation_members AS o ON o.conversation_id = c.id AND o.user_id <> m.user_id
      WHERE m.user_id = ${userId} AND c.last_seq > 0`
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
