/**
 * The one event that channels carry: what `Echo.private(…).notification(…)` listens to. Its data says by `type` what happened.
 */
export const eventName = "Illuminate\\Notifications\\Events\\BroadcastNotificationCreated"

/** What a socket says in a conversation's channel. */
export const clientEvents = { typing: "client-typing", read: "client-read", message: "client-message" } as const

/** What a socket hears of the message it sent: its `client_id`, and the message once it is stored; null, the API must be asked. */
export const answeredEvent = "message.answered"

export const userChannel = (userId: string) => `private-user.${userId}`
export const conversationChannel = (conversationId: string) => `private-conversation.${conversationId}`
