import { ChatRoom as Sound } from "../../../party/chat-room"

export * from "../entry"
export { default } from "../entry"

/** A room that takes a message as often as it comes. */
export class ChatRoom extends Sound {
  override async post(userId: string, message: { clientId: string; body: string }, now: number) {
    return super.post(userId, { ...message, clientId: crypto.randomUUID() }, now)
  }
}
