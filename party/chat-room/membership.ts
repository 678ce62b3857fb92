import type { Refused } from "~/domain/core/ports/chat"
import type { MemberRow, RoomRow } from "./room-schema"
import type { RoomStore } from "./room-store"

/** A room from the point of view of one of its members. */
export interface Membership {
  room: RoomRow
  me: MemberRow
  other: MemberRow | null
}

export const notFound: Refused = { refused: "not_found" }

export function findMembership(store: RoomStore, userId: string): Membership | null {
  const room = store.room()
  const members = room ? store.members() : []
  const me = members.find(({ user_id }) => user_id === userId)
  if (!room || !me) return null
  return { room, me, other: members.find(({ user_id }) => user_id !== userId) ?? null }
}

/** Whether the other member's messages are redacted: they block this member, who does not block them. */
export function isRedacted({ me, other }: Membership): boolean {
  return other?.blocks === 1 && me.blocks === 0
}
