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

/** Sent by a member of staff in a record's channel: whether they have typed something that is not saved. */
export const editingEvent = "client-editing"

export const userChannel = (userId: string) => `private-user.${userId}`
export const conversationChannel = (conversationId: string) => `private-conversation.${conversationId}`

/** Channel of everybody who has the back office open. */
export const backOfficeChannel = "private-back-office"
const recordPrefix = "private-record."
/** Channel of those who have a record of the back office open: `/dashboard/admin/{resource}/{id}`. */
export const recordChannel = (resource: string, id: string) => `${recordPrefix}${resource}.${id}`

/** Whether a channel is for staff, by the beginning of its name. */
export const isStaffChannel = (name: string) => name === backOfficeChannel || name.startsWith(recordPrefix)
