import type { Live, Room } from "~/domain/core/ports/chat"

/**
 * The calls of rooms, channels and limiters: true for those that may be repeated, because they change nothing, or nothing
 * that matters if it is done twice (a counted attempt).
 */
const isRepeatable: Record<keyof Room | keyof Live | "take", boolean> = {
  allConversations: true,
  answer: false,
  claimPush: false,
  copy: true,
  countNotifications: true,
  countUnread: true,
  dump: true,
  edit: false,
  endSockets: false,
  erase: false,
  events: true,
  findConversations: true,
  findDueMail: true,
  findNotification: true,
  findOpened: true,
  forget: false,
  forgetConversation: false,
  grant: false,
  hiddenWords: true,
  hide: false,
  history: true,
  index: true,
  leave: false,
  leaveBackOffice: false,
  listConversations: true,
  listenerOf: true,
  listNotifications: true,
  load: false,
  mute: false,
  open: false,
  own: true,
  post: false,
  postponeMail: false,
  postponePush: false,
  publish: false,
  publishAgain: false,
  read: false,
  readNotifications: false,
  remove: false,
  saveDraft: false,
  search: true,
  setBanned: false,
  setBlock: false,
  setHiddenWords: false,
  settle: false,
  share: false,
  show: true,
  stateOf: true,
  take: true,
  takeRequest: false,
}

/**
 * Returns an object whose reads are asked once more when their connection is lost: each deployment, and each move of a
 * Durable Object, ends the calls under way. Writes are not repeated here: their senders do that, with ids of their own.
 * `connect` returns a new stub, since one that has failed may stay broken
 * (developers.cloudflare.com/durable-objects/best-practices/error-handling).
 */
export function repeatingReads<T extends object>(connect: () => T): T {
  return new Proxy(connect(), {
    get: (stub, name) => {
      if (isRepeatable[name as keyof typeof isRepeatable] !== true) return Reflect.get(stub, name)
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
