/**
 * The single event of our channels, the one that `Echo.private(…).notification(…)` listens to; its data's `type` says
 * what happened.
 */
export const eventName = "Illuminate\\Notifications\\Events\\BroadcastNotificationCreated"

/** Client events in a conversation's channel. */
export const clientEvents = { typing: "client-typing", read: "client-read", message: "client-message" } as const

/**
 * Acknowledges a message to the socket that sent it: its `client_id`, and the stored message, or null if the client
 * must query the API.
 */
export const answeredEvent = "message.answered"

export const userChannel = (userId: string) => `private-user.${userId}`
export const conversationChannel = (conversationId: string) => `private-conversation.${conversationId}`
