import type { contactRules } from "~/db/schema/chat"

/** Who sees an owner's private media: every Premium member, or those of them in an accepted conversation with the owner. */
export const privateAudiences = [
  "premium",
  "accepted",
] as const satisfies (typeof contactRules.$inferSelect)["privateFor"][]
export type PrivateAudience = (typeof privateAudiences)[number]

/** How long a message may be edited after sending, ms. */
export const editableFor = 5 * 60_000
/** Maximum length of a message, in characters. */
export const maxBody = 4_000
/** Maximum length of a draft, which may exceed a message's. */
export const maxDraft = 10_000
/** In how many of a member's first conversations the page says that staff never write there. */
export const earlyConversations = 3

/** Maximum length of what messages are searched for, in characters. */
export const maxSearch = 80
