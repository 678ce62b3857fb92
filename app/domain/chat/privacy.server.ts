import type { Ctx } from "../context"
import * as queries from "./queries.server"

const atOnce = 200

/** Yields all messages of a user, by conversation, oldest first. */
export async function* ownMessages(ctx: Pick<Ctx, "db" | "rooms">, userId: string): AsyncIterable<object> {
  for (const { id } of await queries.findAllOf(ctx.db, userId)) {
    let after = 0
    for (;;) {
      const messages = await ctx.rooms(id).own(userId, after, atOnce)
      for (const { seq, body, created_at, edited_at } of messages) {
        yield { conversation_id: id, seq, body, created_at, edited_at }
      }
      const last = messages.at(-1)
      if (!last || messages.length < atOnce) break
      after = last.seq
    }
  }
}

/**
 * Removes a user's messages and name from every room, from other members' event logs and from the index, and empties
 * their own log. Other members' messages remain.
 */
export async function forgetInChat(ctx: Pick<Ctx, "db" | "rooms" | "live" | "now">, userId: string): Promise<void> {
  for (const { id, other_id } of await queries.findAllOf(ctx.db, userId)) {
    if (other_id) await ctx.live(other_id).forgetConversation(id)
    await ctx.rooms(id).forget(userId)
  }
  await ctx.live(userId).erase()
}
