import { unsentPrefix } from "~/browser/unsent"
import type { Message } from "~/domain/chat/schema"

/** A message of the user that the server has not confirmed. */
export interface Unsent {
  client_id: string
  conversation_id: string
  body: string
  /** The number of the message that it replies to. */
  reply_to: number | null
  /** Epoch ms; the order of writing. */
  created_at: number
  /** Why it is not sent until its author retries it; null: it is sent as soon as possible. */
  problem: string | null
}

/** An entry of the storage; one of an earlier version of this page has no `reply_to`. */
type StoredMessage = Pick<Unsent, "body" | "created_at" | "problem"> & Partial<Pick<Unsent, "reply_to">>

function isStoredMessage(stored: unknown): stored is StoredMessage {
  const { body, created_at, problem, reply_to = null } = (stored ?? {}) as Partial<StoredMessage>
  const isReply = reply_to === null || typeof reply_to === "number"
  const hasProblem = problem === null || typeof problem === "string"
  return typeof body === "string" && typeof created_at === "number" && hasProblem && isReply
}

export type Outbox = ReturnType<typeof createOutbox>

/**
 * A user's unsent messages, each under a key of its own, so that two tabs do not overwrite each other. They outlive the
 * tab; where the browser has no storage, or none left, they live as long as the page.
 */
export function createOutbox(storage: Storage | null, userId: string, now: () => number = Date.now) {
  const prefix = `${unsentPrefix} ${userId} `
  /** The messages that the storage did not accept. */
  const unstored = new Map<string, Unsent>()
  const listeners = new Set<() => void>()
  const storedListeners = new Set<(message: Message) => void>()
  let lists: Map<string, readonly Unsent[]> | null = null
  let lastAt = 0

  const keyOf = ({ conversation_id, client_id }: Unsent) => `${prefix}${conversation_id} ${client_id}`

  function changed(): void {
    lists = null
    for (const listener of [...listeners]) listener()
  }

  function write(unsent: Unsent): void {
    const { body, reply_to, created_at, problem } = unsent
    try {
      if (!storage) throw new Error("There is no storage")
      storage.setItem(keyOf(unsent), JSON.stringify({ body, reply_to, created_at, problem } satisfies StoredMessage))
      unstored.delete(unsent.client_id)
    } catch {
      unstored.set(unsent.client_id, unsent)
    }
    changed()
  }

  function read(): Unsent[] {
    const found: Unsent[] = [...unstored.values()]
    try {
      for (let index = 0; index < (storage?.length ?? 0); index++) {
        const key = storage?.key(index) ?? ""
        const [conversation_id, client_id] = key.startsWith(prefix) ? key.slice(prefix.length).split(" ") : []
        if (!conversation_id || !client_id) continue
        const stored: unknown = JSON.parse(storage?.getItem(key) ?? "")
        if (isStoredMessage(stored)) found.push({ conversation_id, client_id, reply_to: null, ...stored })
      }
    } catch {
      // An unreadable entry is not an unsent message.
    }
    return found.sort((a, b) => a.created_at - b.created_at)
  }

  function byConversation(): Map<string, readonly Unsent[]> {
    if (lists) return lists
    lists = new Map()
    for (const unsent of read())
      lists.set(unsent.conversation_id, [...(lists.get(unsent.conversation_id) ?? []), unsent])
    return lists
  }

  function remove(unsent: Pick<Unsent, "conversation_id" | "client_id">): void {
    unstored.delete(unsent.client_id)
    try {
      storage?.removeItem(keyOf(unsent as Unsent))
    } catch {
      // The message was not stored.
    }
    changed()
  }

  return {
    /** Returns the conversations with unsent messages. */
    conversations: (): string[] => [...byConversation().keys()],
    /** Returns the unsent messages of a conversation, in order; the same array until it changes. */
    list: (conversationId: string): readonly Unsent[] => byConversation().get(conversationId) ?? none,
    add(conversationId: string, body: string, replyTo: number | null = null): void {
      // Two messages of one millisecond are ordered, too.
      lastAt = Math.max(now(), lastAt + 1)
      write({
        client_id: crypto.randomUUID(),
        conversation_id: conversationId,
        body,
        reply_to: replyTo,
        created_at: lastAt,
        problem: null,
      })
    },
    /** Marks it as failed: it waits for its author. */
    fail: (unsent: Unsent, problem: string) => write({ ...unsent, problem }),
    /** Queues it again, as if it was written now. */
    retry: (unsent: Unsent) => write({ ...unsent, problem: null, created_at: now() }),
    remove,
    /**
     * Removes it once it is stored; the listeners are called first, so that the conversation can show the stored one.
     */
    confirm(unsent: Unsent, message: Message): void {
      for (const listener of [...storedListeners]) listener(message)
      remove(unsent)
    },
    /** Notifies the listeners that another tab changed something. */
    reread: changed,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onStored(listener: (message: Message) => void): () => void {
      storedListeners.add(listener)
      return () => void storedListeners.delete(listener)
    },
  }
}

const none: readonly Unsent[] = []
const outboxes = new Map<string, Outbox>()

/** Returns this page's outbox of a user. */
export function outboxOf(userId: string): Outbox {
  const known = outboxes.get(userId) ?? createOutbox(findStorage(), userId)
  if (!outboxes.has(userId)) {
    outboxes.set(userId, known)
    window.addEventListener("storage", ({ key }) => (key === null || key.startsWith(unsentPrefix)) && known.reread())
  }
  return known
}

function findStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
