import type { PostedMessage } from "~/domain/core/ports/chat"
import { ChatRoom } from "../../party/chat-room/chat-room"
import { RoomStore } from "../../party/chat-room/room-store"

/** A room that delivers a message before it has stored it. */
class BroadcastsFirst extends ChatRoom {
  override async post(userId: string, message: PostedMessage, now: number) {
    const room = await this.index()
    const { body } = message
    for (const member of room?.members ?? []) {
      const state = await this.stateOf(member.userId)
      if (!room || !state) continue
      const seq = state.lastSeq + 1
      const notified = {
        conversation_id: room.id,
        seq,
        author_id: userId,
        body,
        reply_to: null,
        created_at: now,
        edited_at: null,
        deleted_at: null,
      }
      const event = { source: `${room.id}:m`, n: seq, type: "message", payload: { message: notified }, isOwn: false }
      await this.env.UserChannel.getByName(member.userId).deliver([event], state, now)
    }
    await scheduler.wait(300)
    return super.post(userId, message, now)
  }
}

/** A room that stores a message as often as it arrives. */
class TakesTwice extends ChatRoom {
  override async post(userId: string, message: PostedMessage, now: number) {
    return super.post(userId, { ...message, clientId: crypto.randomUUID() }, now)
  }
}

/** A room that gives up what its alarm could not deliver. */
class NeverRetries extends ChatRoom {
  override async alarm() {
    await super.alarm()
    await this.ctx.storage.deleteAlarm()
  }
}

/** A room that counts everything as delivered once one member has it. */
class CountsTheFirst extends ChatRoom {}

const rooms = {
  "broadcast-first": BroadcastsFirst,
  "no-dedupe": TakesTwice,
  "no-retry": NeverRetries,
  "counts-the-first": CountsTheFirst,
}
/** `forgets-the-inbox` is one of channels (entry.ts). */
export type Fault = keyof typeof rooms | "forgets-the-inbox"

/**
 * Returns the class of rooms with a fault planted in it; the sound one without. Call it once: a fault may change the
 * classes that rooms use.
 */
export function roomWith(fault: string | undefined): typeof ChatRoom {
  if (fault === "counts-the-first") {
    const { acknowledge: markTold } = RoomStore.prototype
    RoomStore.prototype.acknowledge = function (this: RoomStore, room) {
      return markTold.call(this, room, room.last_seq, room.last_n)
    }
  }
  return rooms[fault as keyof typeof rooms] ?? ChatRoom
}
