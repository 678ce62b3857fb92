import type { Message, NewMessage, Thread } from "~/domain/chat/schema"

/** What the API refused, in the reader's language; null where nothing was answered at all. */
export class ChatProblem extends Error {
  override readonly name = "ChatProblem"
  constructor(readonly sentence: string | null) {
    super(sentence ?? "no answer")
  }
}

async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { Accept: "application/json", ...(init.body ? { "Content-Type": "application/json" } : {}) }
  const response = await fetch(`/api/conversations/${path}`, { ...init, headers }).catch(() => {
    throw new ChatProblem(null)
  })
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null)
  if (!response.ok) throw new ChatProblem((answer as { message?: string } | null)?.message ?? null)
  return answer as Answer
}

const json = (method: string, body: object): RequestInit => ({ method, body: JSON.stringify(body) })

export const chatApi = {
  load: (id: string, where: "before" | "after", seq: number) => ask<Thread>(`${id}/messages?${where}=${seq}`),
  send: (id: string, message: NewMessage) => ask<Message>(`${id}/messages`, json("POST", message)),
  edit: (id: string, seq: number, body: string) => ask<Message>(`${id}/messages/${seq}`, json("PATCH", { body })),
  remove: (id: string, seq: number, whose: "me" | "both") =>
    ask<null>(`${id}/messages/${seq}?for=${whose}`, { method: "DELETE" }),
  read: (id: string, seq: number) => ask<null>(`${id}/read`, json("POST", { seq })),
  saveDraft: (id: string, body: string) => ask<null>(`${id}/draft`, { ...json("PUT", { body }), keepalive: true }),
  report: (id: string, report: { messages: number[]; category: string; details: string }) =>
    ask<{ reference: string }>(`${id}/report`, json("POST", report)),
}
