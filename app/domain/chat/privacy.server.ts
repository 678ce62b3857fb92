import type { Ctx } from "../core/context"
import type { Place } from "../core/shared/lane"
import * as queries from "./queries.server"

const messagesAtOnce = 200

/**
 * How many conversations one job goes through: two calls of objects each, where an invocation may make some ten thousand
 * and ends after a quarter of an hour.
 */
export const conversationsAtOnce = 1_000

interface OwnConversation {
  id: string
  /** Null where the member's channel alone knows of it: a restored database does not list it. */
  otherId: string | null
}

/** Some of a user's conversations, in the order of their ids. */
interface ConversationPart {
  conversations: OwnConversation[]
  /** Where the next part goes on; null after the last one. */
  next: Place
}

/** Returns the first `limit` of a user's conversations after a place. */
export async function readConversations(
  ctx: Pick<Ctx, "db" | "live">,
  userId: string,
  place: Place,
  limit: number,
): Promise<ConversationPart> {
  const indexed = await queries.findAllOf(ctx.db, userId)
  const found = new Map<string, OwnConversation>()
  for (const id of await ctx.live(userId).conversations()) found.set(id, { id, otherId: null })
  for (const { id, other_id: otherId } of indexed) found.set(id, { id, otherId })
  const left = [...found.values()].filter(({ id }) => id > (place ?? "")).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const conversations = left.slice(0, limit)
  const last = conversations.at(-1)
  return { conversations, next: last && left.length > limit ? last.id : null }
}

/** Yields a user's messages in these conversations, oldest first in each. */
export async function* ownMessages(
  ctx: Pick<Ctx, "rooms">,
  userId: string,
  conversations: OwnConversation[],
): AsyncIterable<object> {
  for (const { id } of conversations) {
    let after = 0
    for (;;) {
      const messages = await ctx.rooms(id).own(userId, after, messagesAtOnce)
      for (const { seq, body, created_at, edited_at } of messages) {
        yield { conversation_id: id, seq, body, created_at, edited_at }
      }
      const last = messages.at(-1)
      if (!last || messages.length < messagesAtOnce) break
      after = last.seq
    }
  }
}

/**
 * Removes a user's messages and name from the rooms of the next conversations, from other members' event logs and from
 * the index; after the last one empties their own log. Returns where the next job goes on. Other members' messages remain.
 */
export async function forgetInChat(
  ctx: Pick<Ctx, "db" | "rooms" | "live">,
  userId: string,
  place: string | null = null,
  limit = conversationsAtOnce,
): Promise<string | null> {
  const { conversations, next } = await readConversations(ctx, userId, place, limit)
  for (const { id, otherId } of conversations) {
    const members = otherId === null ? ((await ctx.rooms(id).index())?.members ?? []) : [{ userId: otherId }]
    for (const other of members) if (other.userId !== userId) await ctx.live(other.userId).forgetConversation(id)
    await ctx.rooms(id).forget(userId)
  }
  if (next === null) await ctx.live(userId).erase()
  return next
}
