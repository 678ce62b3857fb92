import { app } from "./app"
import { type Message, queue, scheduled } from "./background"

export { BackOffice } from "../party/back-office/back-office"
export { ChatRoom } from "../party/chat-room/chat-room"
export { MessageCounter } from "../party/message-counter/message-counter"
export { RateLimiter } from "../party/rate-limiter/rate-limiter"
export { UserChannel } from "../party/user-channel/user-channel"
export { ViewCounter } from "../party/view-counter/view-counter"

export default { fetch: app.fetch, queue, scheduled } satisfies ExportedHandler<Env, Message>
