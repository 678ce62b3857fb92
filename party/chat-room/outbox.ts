import type { Message } from "~/domain/chat/schema"
import { MINUTE } from "~/lib/time"
import type { Delivered } from "../user-channel/channel-log"
import { findMembership } from "./membership"
import { createView } from "./message-view"
import type { ChangeRow, MessageRow, RoomRow } from "./room-schema"
import type { RoomStore } from "./room-store"

/** The last message (`seq`) and the last other change (`n`) that a recipient has received. */
export interface DeliveryCursor {
  seq: number
  n: number
}

const atOnce = 100

/**
 * Returns a member's pending events in order, the cursor after them, and whether the room's state as they see it may have
 * changed. With a block, each receives only their own events.
 */
export function pendingFor(
  store: RoomStore,
  room: RoomRow,
  userId: string,
  delivered: DeliveryCursor,
): { events: Delivered[]; upTo: DeliveryCursor; isChanged: boolean } {
  const { messages, changes } = store.pending(delivered.seq, delivered.n, atOnce)
  const membership = findMembership(store, userId)
  const view = membership && createView(store, membership)
  const isBlocked = store.members().some(({ blocks }) => blocks === 1)
  const isVisible = (by: string) => !isBlocked || by === userId
  const events: Delivered[] = []
  for (const row of messages) {
    if (!view || !isVisible(row.author_id)) continue
    const isOwn = row.author_id === userId
    const payload = { message: view(row) }
    events.push({ source: `${room.id}:m`, n: row.seq, type: "message", payload, isOwn })
  }
  for (const change of changes) {
    if ((change.forUser !== null && change.forUser !== userId) || !isVisible(change.byUser)) continue
    const payload = view && payloadOf(store, { room, view }, change)
    if (payload) events.push({ source: `${room.id}:c`, n: change.n, type: change.type, payload, isOwn: false })
  }
  return {
    events,
    upTo: { seq: messages.at(-1)?.seq ?? delivered.seq, n: changes.at(-1)?.n ?? delivered.n },
    // A block is no event of the blocked member, but their count of unread messages leaves the conversation out.
    isChanged: messages.length > 0 || changes.some(({ forUser }) => forUser === null || forUser === userId),
  }
}

/** A room, and its messages as the recipient of an event sees them. */
interface Seen {
  room: RoomRow
  view: (row: MessageRow) => Message
}

function payloadOf(store: RoomStore, { room, view }: Seen, { type, seq, byUser }: ChangeRow) {
  switch (type) {
    case "message.changed": {
      const row = store.message(seq)
      return row && { message: view(row) }
    }
    case "message.deleted":
      return { conversation_id: room.id, message_seq: seq, is_for_both: store.message(seq)?.body === null }
    case "conversation":
      return { conversation_id: room.id, state: room.state }
    case "read":
      return { conversation_id: room.id, user_id: byUser, read_seq: seq }
    default:
      throw new Error(`Unknown change: ${type satisfies never}`)
  }
}

/** Returns the cursor up to which every recipient has received everything. */
export function minCursor(all: DeliveryCursor[]): DeliveryCursor {
  return { seq: Math.min(...all.map(({ seq }) => seq)), n: Math.min(...all.map(({ n }) => n)) }
}

/** Returns the delay (ms) before the next attempt after `failures` failed ones. */
export function retryDelay(failures: number): number {
  return Math.min(MINUTE, 250 * 2 ** Math.min(failures, 10))
}
