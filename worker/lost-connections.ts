import type { Live, Room } from "~/domain/core/ports/chat"

/** Calls that change nothing, or nothing that matters if it is done twice: a counted attempt. */
const repeatable = new Set<PropertyKey>([
  "history",
  "show",
  "search",
  "own",
  "copy",
  "index",
  "stateOf",
  "listenerOf",
  "events",
  "listConversations",
  "findConversations",
  "findOpened",
  "allConversations",
  "countUnread",
  "hiddenWords",
  "listNotifications",
  "findNotification",
  "countNotifications",
  "take",
] satisfies (keyof Room | keyof Live | "take")[])

/**
 * Returns an object whose reads are asked once more when their connection is lost: each deployment, and each move of a
 * Durable Object, ends the calls under way. Writes are not repeated here: their senders do that, with ids of their own.
 * `connect` returns a new stub, since one that has failed may stay broken
 * (developers.cloudflare.com/durable-objects/best-practices/error-handling).
 */
export function repeatingReads<T extends object>(connect: () => T): T {
  return new Proxy(connect(), {
    get: (stub, name) => {
      if (!repeatable.has(name)) return Reflect.get(stub, name)
      return async (...values: unknown[]) => {
        const ask = (one: T): unknown => Reflect.apply(Reflect.get(one, name) as () => unknown, one, values)
        try {
          return await ask(stub)
        } catch (error) {
          if (!isLost(error)) throw error
          return ask(connect())
        }
      }
    },
  })
}

/** workerd marks the errors that may be repeated; the development server's binding passes on their text alone. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { retryable, overloaded, message } = error as Error & { retryable?: boolean; overloaded?: boolean }
  return overloaded !== true && (retryable === true || message === "Network connection lost.")
}
