import type { Ctx } from "../context"
import type { Place } from "../shared/lane"
import * as queries from "./queries.server"

/**
 * How many conversations one job goes through: two calls of objects each, where an invocation may make some ten thousand
 * and ends after a quarter of an hour.
 */
export const conversationsAtOnce = 1_000

export interface OwnConversation {
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
