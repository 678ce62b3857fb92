import type { Ctx } from "../context"
import type { Place } from "../shared/lane"
import { conversationsAtOnce, type OwnConversation, readConversations } from "./own-conversations.server"

const messagesAtOnce = 200

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
  place: Place = null,
  limit = conversationsAtOnce,
): Promise<Place> {
  const { conversations, next } = await readConversations(ctx, userId, place, limit)
  for (const { id, otherId } of conversations) {
    const members = otherId === null ? ((await ctx.rooms(id).index())?.members ?? []) : [{ userId: otherId }]
    for (const other of members) if (other.userId !== userId) await ctx.live(other.userId).forgetConversation(id)
    await ctx.rooms(id).forget(userId)
  }
  if (next === null) await ctx.live(userId).erase()
  return next
}
