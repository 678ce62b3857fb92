import { type Message, type Quote, snippetLength } from "~/domain/chat/schema"
import { isRedacted, type Membership } from "./membership"
import type { MessageRow } from "./room-schema"
import type { RoomStore } from "./room-store"

/**
 * Returns a function that gives a row as a member sees it. Redacted messages appear as if their author's account were
 * deleted. The quote of a reply is read with it: no row holds the text of another.
 */
export function createView(store: RoomStore, membership: Membership): (row: MessageRow) => Message {
  const { room, me } = membership
  const isOthersGone = isRedacted(membership)
  const isGone = (row: MessageRow) => isOthersGone && row.author_id !== me.user_id

  function quoteOf(seq: number): Quote {
    const [row] = store.some(me, [seq])
    if (!row || row.body === null || isGone(row)) return { seq, author_id: "", body: null }
    return { seq, author_id: row.author_id, body: [...row.body].slice(0, snippetLength).join("") }
  }

  return (row) => {
    const { seq, author_id, created_at, edited_at, deleted_at } = row
    const shared = { conversation_id: room.id, seq, created_at }
    if (isGone(row))
      return { ...shared, author_id: "", body: null, reply_to: null, edited_at: null, deleted_at: created_at }
    return {
      ...shared,
      ...(author_id === me.user_id && row.client_id ? { client_id: row.client_id } : {}),
      author_id,
      body: row.body,
      // Rooms that are older than this column have none before their first reply.
      reply_to: row.reply_to && row.body !== null ? quoteOf(row.reply_to) : null,
      edited_at,
      deleted_at,
    }
  }
}
