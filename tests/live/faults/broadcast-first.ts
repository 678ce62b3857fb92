import { ChatRoom as Sound } from "../../../party/chat-room"

export * from "../entry"
export { default } from "../entry"

/** A room that tells a message before it has stored it. */
export class ChatRoom extends Sound {
  override async post(userId: string, message: { clientId: string; body: string }, now: number) {
    const room = await this.index()
    const { body } = message
    const seq = (room?.lastSeq ?? 0) + 1
    for (const member of room?.members ?? []) {
      const told = {
        conversation_id: room?.id,
        seq,
        author_id: userId,
        body,
        created_at: now,
        edited_at: null,
        deleted_at: null,
      }
      const event = { source: `${room?.id}:m`, n: seq, type: "message", payload: { message: told }, isOwn: false }
      await this.env.UserChannel.getByName(member.userId).deliver([event], now)
    }
    await scheduler.wait(300)
    return super.post(userId, message, now)
  }
}
