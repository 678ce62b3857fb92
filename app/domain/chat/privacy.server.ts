import type { Ctx } from "../context"
import * as queries from "./queries.server"

const atOnce = 200

/** Yields all messages of a user, by conversation, oldest first. */
export async function* ownMessages(ctx: Pick<Ctx, "db" | "rooms" | "live">, userId: string): AsyncIterable<object> {
  const indexed = await queries.findAllOf(ctx.db, userId)
  const others = await unindexed(ctx, userId, indexed)
  for (const id of [...indexed.map((one) => one.id), ...others]) {
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
  const indexed = await queries.findAllOf(ctx.db, userId)
  for (const { id, other_id } of indexed) {
    if (other_id) await ctx.live(other_id).forgetConversation(id)
    await ctx.rooms(id).forget(userId)
  }
  for (const id of await unindexed(ctx, userId, indexed)) {
    const members = (await ctx.rooms(id).index())?.members ?? []
    for (const other of members) if (other.userId !== userId) await ctx.live(other.userId).forgetConversation(id)
    await ctx.rooms(id).forget(userId)
  }
  await ctx.live(userId).erase()
}

/** Returns the conversations that only the member's channel knows of: a restored database does not list them. */
async function unindexed(ctx: Pick<Ctx, "live">, userId: string, indexed: { id: string }[]): Promise<string[]> {
  const known = new Set(indexed.map(({ id }) => id))
  return (await ctx.live(userId).conversations()).filter((id) => !known.has(id))
}
