import { type LastMessage, snippetLength } from "~/domain/chat/schema"
import type { MemberState, RoomIndex } from "~/domain/core/ports/chat"
import type { MemberRow, RoomRow } from "./room-schema"
import type { RoomStore } from "./room-store"

/** Grows with each message and each other change. */
const versionOf = (room: RoomRow) => room.last_seq + room.last_n + 1

/** Returns a room's current state for the D1 index; null for a room that does not exist. */
export function indexOf(store: RoomStore): RoomIndex | null {
  const room = store.room()
  if (!room) return null
  const members = store.members()
  return {
    id: room.id,
    version: versionOf(room),
    state: room.state,
    isBlocked: members.some((member) => member.blocks === 1),
    createdAt: room.created_at,
    isBegun: room.last_seq > 0,
    repliedAt: store.repliedAt(),
    members: members.map(({ user_id: userId, role }) => ({ userId, role })),
  }
}

/** Returns a room's current state as a member sees it; null for anybody else. */
export function stateOf(store: RoomStore, userId: string): MemberState | null {
  const room = store.room()
  const members = store.members()
  const me = members.find(({ user_id }) => user_id === userId)
  if (!room || !me) return null
  const other = members.find(({ user_id }) => user_id !== userId)
  const lastSeq = room.last_seq
  const last = lastOf(store, me, lastSeq)
  const newest = last?.seq === lastSeq ? last : store.message(lastSeq)
  return {
    id: room.id,
    version: versionOf(room),
    state: room.state,
    role: me.role,
    otherId: other?.user_id ?? null,
    isBlocked: members.some(({ blocks, is_banned }) => blocks === 1 || is_banned === 1),
    createdAt: room.created_at,
    lastSeq,
    readSeq: me.read_seq,
    hiddenSeq: me.hidden_seq,
    skipped: store.skipped(me, lastSeq),
    otherReadSeq: other?.read_seq ?? 0,
    wroteSeq: store.newestOf(userId, lastSeq),
    last,
    activeAt: newest?.created_at ?? room.active_at,
  }
}

function lastOf(store: RoomStore, member: MemberRow, lastSeq: number): LastMessage | null {
  const [row] = store.seen(member, { before: lastSeq + 1 }, 1)
  if (!row) return null
  return {
    seq: row.seq,
    body: row.body && [...row.body].slice(0, snippetLength).join(""),
    author_id: row.author_id,
    created_at: row.created_at,
    is_deleted: row.body === null,
  }
}
