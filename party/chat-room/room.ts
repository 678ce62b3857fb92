import { editableFor } from "~/domain/chat/limits"
import { writeDenial } from "~/domain/chat/policy"
import type { Message, Thread, ThreadQuery } from "~/domain/chat/schema"
import type { Posted, PostedMessage, Refused, ShownMessages } from "~/domain/core/ports/chat"
import { findMembership, isRedacted, type Membership, notFound } from "./membership"
import { createView } from "./message-view"
import type { MemberRow } from "./room-schema"
import type { RoomStore } from "./room-store"

/** The outcome of a repeated change: nothing is written and nothing delivered. */
export const unchanged = "unchanged"
type Outcome = Refused | typeof unchanged | null

/** Whether a member has an account and does not block the other one. */
const isReachable = (member: MemberRow | null) => member?.blocks === 0

function permissionsInput({ room, me, other }: Membership) {
  return {
    state: room.state,
    role: me.role,
    isAvailable: isReachable(other) && other?.is_banned === 0,
    blocksOther: me.blocks === 1,
    createdAt: room.created_at,
  }
}

interface MessageToPost {
  userId: string
  message: PostedMessage
  now: number
  pause: number
}

/** Stores a message, unless its author has to wait for `pause` (ms). A repeated `clientId` returns the stored message anyway. */
export function post(store: RoomStore, { userId, message, now, pause }: MessageToPost): Posted | Refused {
  const membership = findMembership(store, userId)
  if (!membership) return notFound
  const view = createView(store, membership)
  const known = store.sent(userId, message.clientId)
  if (known) return { message: view(known), isNew: false }
  const lastSeq = membership.room.last_seq
  const reason = writeDenial(permissionsInput(membership), now)
  const isRequest = reason === "pending" && lastSeq === 0
  if (reason && !isRequest) return { refused: reason }
  const { clientId, body, replyTo } = message
  // A message that was deleted for both can be replied to: its deletion may have been on the way.
  if (replyTo !== null && store.some(membership.me, [replyTo]).length === 0) return { refused: "reply_unknown" }
  if (pause > 0) return { refused: "too_fast", retryAfter: Math.ceil(pause / 1_000) }
  const seq = lastSeq + 1
  store.insert({ seq, authorId: userId, clientId, body, replyTo, now })
  const row = { seq, author_id: userId, client_id: clientId, body, reply_to: replyTo }
  return { message: view({ ...row, created_at: now, edited_at: null, deleted_at: null }), isNew: true }
}

export function edit(
  store: RoomStore,
  { userId, seq, body, now }: { userId: string; seq: number; body: string; now: number },
): { message: Message } | { same: Message } | Refused {
  const membership = findMembership(store, userId)
  const row = membership && store.message(seq)
  if (!membership || row?.author_id !== userId || row.body === null || store.isHidden(userId, seq)) return notFound
  const reason = writeDenial(permissionsInput(membership), now)
  // A pending request must not change before the owner reads it.
  if (reason) return { refused: reason }
  if (now - row.created_at > editableFor) return { refused: "too_late" }
  const view = createView(store, membership)
  if (row.body === body) return { same: view(row) }
  store.edit(seq, body, now)
  store.addChange({ type: "message.changed", seq, byUser: userId, forUser: null })
  return { message: view({ ...row, body, edited_at: now }) }
}

export function remove(
  store: RoomStore,
  { userId, seq, whose, now }: { userId: string; seq: number; whose: "me" | "both"; now: number },
): Outcome {
  const membership = findMembership(store, userId)
  const row = membership && store.message(seq)
  if (!membership || !row || seq <= membership.me.hidden_seq || store.isHidden(userId, seq)) return notFound
  if (whose === "both" && row.author_id !== userId) return notFound
  if (whose === "me") store.hideMessage(userId, seq)
  else if (row.body === null) return unchanged
  else store.deleteForBoth(seq, now)
  store.addChange({ type: "message.deleted", seq, byUser: userId, forUser: whose === "me" ? userId : null })
  return null
}

/** Returns messages before, after or around a message; by default the newest. */
export function history(store: RoomStore, userId: string, query: ThreadQuery): Thread | Refused {
  const membership = findMembership(store, userId)
  if (!membership) return notFound
  const { me } = membership
  const { limit } = query
  const older = (before: number, max: number) => {
    const rows = store.seen(me, { before }, max + 1)
    return { rows: rows.slice(0, max).reverse(), hasMore: rows.length > max }
  }
  const newer = (after: number, max: number) => {
    const rows = store.seen(me, { after }, max + 1)
    return { rows: rows.slice(0, max), hasMore: rows.length > max }
  }
  const end = Number.MAX_SAFE_INTEGER
  let before = { rows: [] as ReturnType<typeof older>["rows"], hasMore: false }
  let after = { rows: [] as ReturnType<typeof newer>["rows"], hasMore: false }
  if (query.around !== undefined) {
    before = older(query.around + 1, Math.ceil(limit / 2))
    after = newer(query.around, Math.floor(limit / 2))
  } else if (query.after !== undefined) {
    after = newer(query.after, limit)
    before.hasMore = older(query.after + 1, 1).rows.length > 0
  } else {
    before = older(query.before ?? end, limit)
    after.hasMore = query.before !== undefined && newer(query.before - 1, 1).rows.length > 0
  }
  return {
    data: [...before.rows, ...after.rows].map(createView(store, membership)),
    has_before: before.hasMore,
    has_after: after.hasMore,
  }
}

/** Returns those of these messages that the member still sees. */
export function show(store: RoomStore, userId: string, seqs: number[]): ShownMessages | Refused {
  const membership = findMembership(store, userId)
  if (!membership) return notFound
  return {
    messages: store.some(membership.me, seqs).map(createView(store, membership)),
    isRedacted: isRedacted(membership),
  }
}

export function read(store: RoomStore, userId: string, seq: number, isShared: boolean): Outcome {
  const membership = findMembership(store, userId)
  if (!membership) return notFound
  const to = Math.min(seq, membership.room.last_seq)
  if (to <= membership.me.read_seq) return unchanged
  store.moveRead(userId, to)
  const isAnnounced = isShared && membership.room.state === "accepted"
  store.addChange({ type: "read", seq: to, byUser: userId, forUser: isAnnounced ? null : userId })
  return null
}

export function decide(store: RoomStore, userId: string, state: "accepted" | "declined", now: number): Outcome {
  const membership = findMembership(store, userId)
  if (!membership) return notFound
  if (membership.room.state === state && membership.me.role === "owner") return unchanged
  const input = permissionsInput(membership)
  // The request of a banned member can be declined.
  const isAvailable = state === "declined" ? isReachable(membership.other) : input.isAvailable
  const reason = writeDenial({ ...input, isAvailable }, now)
  const mayDecide = reason === "accept_first" || (reason === "declined" && state === "accepted")
  if (!mayDecide || membership.me.role !== "owner") return reason ? { refused: reason } : notFound
  store.setState(state)
  if (state === "declined") store.moveRead(userId, membership.room.last_seq)
  store.addChange({ type: "conversation", seq: 0, byUser: userId, forUser: null })
  return null
}

export function hide(store: RoomStore, userId: string): Outcome {
  const membership = findMembership(store, userId)
  if (!membership) return notFound
  if (membership.me.hidden_seq === membership.room.last_seq) return unchanged
  store.hideAll(userId, membership.room.last_seq)
  store.addChange({ type: "conversation", seq: 0, byUser: userId, forUser: userId })
  return null
}

export function setBlock(store: RoomStore, userId: string, isBlocking: boolean): Outcome {
  const membership = findMembership(store, userId)
  if (!membership) return notFound
  if ((membership.me.blocks === 1) === isBlocking) return unchanged
  store.setBlock(userId, isBlocking)
  store.addChange({ type: "conversation", seq: 0, byUser: userId, forUser: null })
  return null
}

/** Records whether a member is banned: nobody writes to one who is. */
export function setBanned(store: RoomStore, userId: string, isBanned: boolean): Outcome {
  const membership = findMembership(store, userId)
  if (!membership) return notFound
  if ((membership.me.is_banned === 1) === isBanned) return unchanged
  store.setBanned(userId, isBanned)
  store.addChange({ type: "conversation", seq: 0, byUser: userId, forUser: null })
  return null
}

/** Removes a member and closes the conversation; returns whether a member is left. */
export function forget(store: RoomStore, userId: string): boolean {
  const membership = findMembership(store, userId)
  if (!membership) return store.members().length > 0
  store.forget(userId)
  store.setState("closed")
  if (!membership.other) return false
  store.addChange({ type: "conversation", seq: 0, byUser: "", forUser: null })
  return true
}

/** Returns the member who may see that this one is typing: they accepted the conversation and did not delete it. */
export function listenerOf(store: RoomStore, userId: string): string | null {
  const membership = findMembership(store, userId)
  if (!membership?.other) return null
  const { room, me, other } = membership
  const isOpen = room.state === "accepted" && me.blocks === 0 && other.blocks === 0 && other.is_banned === 0
  return isOpen && room.last_seq > other.hidden_seq ? other.user_id : null
}
