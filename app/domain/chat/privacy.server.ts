import type { Ctx } from "../context"
import * as queries from "./queries.server"

const atOnce = 200

/** Everything that somebody wrote, conversation by conversation, oldest first. */
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
 * Takes somebody's words and name out of every room, out of what others' channels remember of them, and out of the index; their own
 * channel is emptied. What others wrote stays theirs.
 */
export async function forgetInChat(ctx: Pick<Ctx, "db" | "rooms" | "live" | "now">, userId: string): Promise<void> {
  for (const { id, other_id } of await queries.findAllOf(ctx.db, userId)) {
    if (other_id) await ctx.live(other_id).forgetConversation(id)
    await ctx.rooms(id).forget(userId)
  }
  await ctx.live(userId).erase()
}
