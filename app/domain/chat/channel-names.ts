/**
 * The one event that channels carry: what `Echo.private(…).notification(…)` listens to. Its data says by `type` what happened.
 */
export const eventName = "Illuminate\\Notifications\\Events\\BroadcastNotificationCreated"

/** What members tell each other in a conversation without a message. */
export const clientEvents = { typing: "client-typing", read: "client-read" } as const

export const userChannel = (userId: string) => `private-user.${userId}`
export const conversationChannel = (conversationId: string) => `private-conversation.${conversationId}`
