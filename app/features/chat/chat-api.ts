import { type ApiCall, callApi } from "~/browser/call-api"
import type { Conversation, Message, Thread } from "~/domain/chat/schema"
import type { FoundMessages } from "~/domain/chat/search/schema"
import type { Draft } from "./outbox/kept-draft"

const ask = <Answer>(path: string, call?: ApiCall) => callApi<Answer>(`/api/conversations${path}`, call)
const quiet = (signal?: AbortSignal): ApiCall => ({ isQuiet: true, signal })

export interface ConversationPage {
  data: Conversation[]
  next_cursor: string | null
}

/** A part of a thread: before, after or around a message, or its end. */
export interface Piece {
  before?: number
  after?: number
  around?: number
  limit?: number
}

export const chatApi = {
  list: (query: string, signal: AbortSignal) => ask<ConversationPage>(query, quiet(signal)),
  find: (id: string, signal: AbortSignal) => ask<Conversation>(`/${id}`, quiet(signal)),
  load: (id: string, piece: Piece, call?: ApiCall) =>
    ask<Thread>(
      `/${id}/messages?${new URLSearchParams(Object.entries(piece).map(([name, value]) => [name, String(value)]))}`,
      call,
    ),
  search: (id: string, q: string, cursor: string | null, signal: AbortSignal) =>
    ask<FoundMessages>(
      `/${id}/messages/search?${new URLSearchParams({ q, ...(cursor !== null && { cursor }) })}`,
      quiet(signal),
    ),
  edit: (id: string, seq: number, body: string) =>
    ask<Message>(`/${id}/messages/${seq}`, { method: "PATCH", json: { body } }),
  /** The request is sent even if the page is being left. */
  remove: (id: string, seq: number, whose: "me" | "both") =>
    ask<null>(`/${id}/messages/${seq}?for=${whose}`, { method: "DELETE", keepalive: true }),
  read: (id: string, seq: number, signal: AbortSignal) =>
    ask<null>(`/${id}/read`, { ...quiet(signal), method: "POST", json: { seq } }),
  saveDraft: (id: string, { text: body, replyTo: reply_to }: Draft) =>
    ask<null>(`/${id}/draft`, { ...quiet(), method: "PUT", json: { body, reply_to }, keepalive: true }),
  report: (id: string, report: { messages: number[]; category: string; details: string }) =>
    ask<{ reference: string }>(`/${id}/report`, { method: "POST", json: report }),
}
