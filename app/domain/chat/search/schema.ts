import * as z from "zod"
import { lineText } from "../../core/shared/text"
import { maxSearch } from "../limits"
import type { Conversation, Message } from "../schema"

export const MessageSearch = z.object({ q: lineText(maxSearch), cursor: z.string().max(100).optional() })
export type MessageSearch = z.infer<typeof MessageSearch>

/** Messages of one conversation, newest first. */
export interface FoundMessages {
  data: Message[]
  next_cursor: string | null
}

/** Messages of several conversations, newest first. */
export interface FoundInConversations {
  data: { conversation: Conversation; message: Message }[]
  next_cursor: string | null
  /** False if some conversations could not be asked. */
  is_complete: boolean
}
