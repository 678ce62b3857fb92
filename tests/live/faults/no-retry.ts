import { ChatRoom as Sound } from "../../../party/chat-room"

export * from "../entry"
export { default } from "../entry"

/** A room that gives up what its alarm could not deliver. */
export class ChatRoom extends Sound {
  override async alarm() {
    await super.alarm()
    await this.ctx.storage.deleteAlarm()
  }
}
