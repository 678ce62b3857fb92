import * as z from "zod"
import type { conversationStates } from "~/db/schema/chat"
import type { replySpeeds } from "~/db/schema/profiles/profiles"
import { type Locale, locales } from "~/i18n/locales"
import { Tick } from "../core/shared/checkbox"
import { lineDraft, multilineText, typedText } from "../core/shared/text"
import { maxBody, maxDraft, privateAudiences } from "./limits"

export type ConversationState = (typeof conversationStates)[number]

/** How fast an owner usually replies to first messages. Never a time (trust-safety R11). */
export type ReplySpeed = (typeof replySpeeds)[number]

/** An owner's note to those who write to them, while they are away. */
export interface AwayNote {
  /** The last day away, YYYY-MM-DD in the site's time zone. */
  last_day: string
  note: string
}

/** Reasons why a member may not write in a conversation now. */
export const whyNots = [
  "pending",
  "accept_first",
  "declined",
  "expired",
  "closed",
  "blocked_by_you",
  "unavailable",
] as const
export type WriteDenial = (typeof whyNots)[number]

/** A message as one of the two members sees it. */
export interface Message {
  conversation_id: string
  /** 1, 2, 3 … in its conversation. */
  seq: number
  /** The sender's id of it; not published to anyone else. */
  client_id?: string
  /** Empty if the author's account is deleted. */
  author_id: string
  /** Null when it was deleted. */
  body: string | null
  /** The message that this one replies to. */
  reply_to: Quote | null
  /** Epoch ms. */
  created_at: number
  edited_at: number | null
  deleted_at: number | null
}

/** A message that another one replies to, in its current state as the reader sees it. */
export interface Quote {
  seq: number
  /** Empty where `body` is null. */
  author_id: string
  /** Cut after `snippetLength` characters; null when the reader does not see it any more. */
  body: string | null
}

/** A range of a conversation's messages, oldest first. */
export interface Thread {
  data: Message[]
  has_before: boolean
  has_after: boolean
}

/** A conversation as one of its members sees it. */
export interface Conversation {
  id: string
  state: ConversationState
  /** The reader sent the request. */
  is_mine: boolean
  /** The other member; empty and `is_gone` both for a deleted account and for one that blocks the reader. */
  with: { id: string; name: string; avatar: string | null; slug: string | null; is_gone: boolean }
  last_message: LastMessage | null
  last_seq: number
  read_seq: number
  /** The last message that the other member has read; null if they do not share it. */
  others_read_seq: number | null
  unread_messages_count: number
  is_muted: boolean
  draft: string
  /** The number of the message that the draft replies to. */
  draft_reply_to: number | null
  may_write: boolean
  why_not: WriteDenial | null
  /** Accepting opens the reader's private media to the other member, who does not see them otherwise. */
  opens_private: boolean
  /** The note of the profile's owner, for the reader who wrote to them. */
  away: AwayNote | null
  created_at: number
  updated_at: number
}

/** The public profile of a conversation's other member, for the reader who wrote to it. */
export interface PeerProfile {
  /** Id of the portrait; null without one. */
  cover: string | null
  city: string
  category: string
  /** Epoch ms; null: identity and age are not confirmed. */
  verified_at: number | null
  reply_speed: ReplySpeed | null
}

export interface LastMessage {
  seq: number
  /** Cut after `snippetLength` characters; null when it was deleted. */
  body: string | null
  author_id: string
  created_at: number
  is_deleted: boolean
}

export const snippetLength = 160

const Body = multilineText(maxBody)

/** Idempotency key: a message sent twice with the same key is stored once. */
const ClientId = z.string().regex(/^[\w-]{1,64}$/)

/** The number of the message that one replies to. */
const ReplyTo = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().default(null)

const FirstMessage = z.object({ client_id: ClientId, body: Body })

export const NewMessage = FirstMessage.extend({ reply_to: ReplyTo })
export type NewMessage = z.infer<typeof NewMessage>

export const NewConversation = FirstMessage.extend({ profile: z.string().min(1).max(100) })
export type NewConversation = z.infer<typeof NewConversation>

export const MessageEdit = z.object({ body: Body })
export const DraftForm = z.object({ body: typedText(maxDraft), reply_to: ReplyTo })
export const MuteForm = z.object({ muted: z.boolean() })

/** The number of a message in its conversation. */
export const MessageSeq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
export const ReadForm = z.object({ seq: MessageSeq })

export const ThreadQuery = z.object({
  before: MessageSeq.optional(),
  after: MessageSeq.optional(),
  around: MessageSeq.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type ThreadQuery = z.infer<typeof ThreadQuery>

export const ConversationsQuery = z.object({
  cursor: z.string().max(100).optional(),
  q: lineDraft(80).optional(),
})
export type ConversationsQuery = z.infer<typeof ConversationsQuery>

const localeCodes = locales.map(({ code }) => code) as [Locale, ...Locale[]]

export const ContactRules = z.object({
  verified_only: z.boolean(),
  premium_only: z.boolean(),
  languages: z.array(z.enum(localeCodes)).max(20),
  daily_budget: z.number().int().min(0).max(1_000).nullable(),
  private_for: z.enum(privateAudiences),
})
export type ContactRules = z.infer<typeof ContactRules>

/** A change of all rules. Without `private_for` the owner's choice stays: a client that does not know it widens nothing. */
export const NewContactRules = ContactRules.partial({ private_for: true })
export type NewContactRules = z.infer<typeof NewContactRules>

export const ChatSettings = z.object({ typing: z.boolean(), read_receipts: z.boolean() })
export type ChatSettings = z.infer<typeof ChatSettings>

const languageTicks = Object.fromEntries(localeCodes.map((code) => [`language_${code}`, Tick])) as Record<
  `language_${Locale}`,
  typeof Tick
>

/** The form's version: an unticked checkbox is not submitted, and an empty number means no limit. */
export const ContactRulesForm = z
  .object({
    verified_only: Tick,
    premium_only: Tick,
    ...languageTicks,
    daily_budget: z.union([z.literal(""), z.coerce.number().int().min(0).max(1_000)]),
    private_for: z.enum(privateAudiences).optional(),
  })
  .transform(({ verified_only, premium_only, daily_budget, private_for, ...form }) => ({
    verified_only,
    premium_only,
    private_for,
    languages: localeCodes.filter((code) => form[`language_${code}`]),
    daily_budget: daily_budget === "" ? null : daily_budget,
  }))

export const ChatSettingsForm = z.object({ typing: Tick, read_receipts: Tick })

export const EventsQuery = z.object({ after: MessageSeq.optional() })

/** An event in the log of a member's channel. */
export interface LoggedEvent {
  seq: number
  type: string
  payload: Record<string, unknown>
  created_at: number
}

/** A member that the actor has blocked. */
export interface Block {
  user_id: string
  name: string
  created_at: number
}
