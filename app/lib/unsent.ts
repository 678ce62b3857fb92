/** What was not sent, of each conversation. */
const prefix = "chat unsent "

/** Reads the messages of a conversation that this tab could not send. Where the browser blocks storage, there are none. */
export function readUnsent<Message>(conversationId: string): Message[] {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + conversationId) ?? "[]") as Message[]
  } catch {
    return []
  }
}

/** Stores them for a reload of this tab. */
export function storeUnsent(conversationId: string, messages: unknown[]): void {
  try {
    if (messages.length > 0) sessionStorage.setItem(prefix + conversationId, JSON.stringify(messages))
    else sessionStorage.removeItem(prefix + conversationId)
  } catch {
    // As above.
  }
}

/** Deletes them all: whoever reads in this tab now is nobody's member. `Clear-Site-Data` leaves sessionStorage in Chromium. */
export function deleteUnsent(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}
