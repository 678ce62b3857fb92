import type { Ctx } from "../core/context"
import type { ChatNotification } from "../core/ports/chat"
import type { Place } from "../core/shared/lane"
import * as queries from "./queries.server"

const messagesAtOnce = 200
const entriesAtOnce = 200

/**
 * How many conversations one job goes through: two calls of objects each, where an invocation may make some ten thousand
 * and ends after a quarter of an hour.
 */
export const conversationsAtOnce = 1_000

interface OwnConversation {
  id: string
  /** Null where neither the member's inbox nor the database knows it. */
  otherId: string | null
}

/** Some of a user's conversations, in the order of their ids. */
interface ConversationPart {
  conversations: OwnConversation[]
  /** Where the next part goes on; null after the last one. */
  next: Place
}

/**
 * Returns the first `limit` of a user's conversations after a place: those of their inbox, which a restored database may
 * not list, and those of the database, which may not be delivered yet.
 */
export async function readConversations(
  ctx: Pick<Ctx, "db" | "live">,
  userId: string,
  place: Place,
  limit: number,
): Promise<ConversationPart> {
  const after = place ?? ""
  const [kept, indexed] = await Promise.all([
    ctx.live(userId).allConversations(after, limit + 1),
    queries.findAllOf(ctx.db, userId, after, limit + 1),
  ])
  const found = new Map<string, OwnConversation>(kept.map((one) => [one.id, one]))
  for (const { id, other_id: otherId } of indexed)
    found.set(id, { id, otherId: otherId ?? found.get(id)?.otherId ?? null })
  const left = [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
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
      for (const { seq, body, reply_to, created_at, edited_at } of messages) {
        // The text of a quote may be the other member's.
        yield { conversation_id: id, seq, body, reply_to: reply_to?.seq ?? null, created_at, edited_at }
      }
      const last = messages.at(-1)
      if (!last || messages.length < messagesAtOnce) break
      after = last.seq
    }
  }
}

/** Yields a user's conversations as their inbox has them, without the last message, which may be the other member's. */
export async function* ownConversations(ctx: Pick<Ctx, "live">, userId: string): AsyncIterable<object> {
  let after = ""
  for (;;) {
    const known = await ctx.live(userId).allConversations(after, entriesAtOnce)
    const entries = await ctx.live(userId).findConversations(known.map(({ id }) => id))
    for (const { id, state, role, createdAt, lastSeq, readSeq, hiddenSeq, activeAt, mutedAt, draft } of entries)
      yield {
        conversation_id: id,
        state,
        role,
        created_at: createdAt,
        last_seq: lastSeq,
        read_seq: readSeq,
        hidden_seq: hiddenSeq,
        active_at: activeAt,
        muted_at: mutedAt,
        draft: draft.body,
        draft_reply_to: draft.replyTo,
      }
    const last = known.at(-1)
    if (!last || known.length < entriesAtOnce) return
    after = last.id
  }
}

/** Yields the words by which a user hides messages of others. */
export async function* ownHiddenWords(ctx: Pick<Ctx, "live">, userId: string): AsyncIterable<object> {
  for (const word of await ctx.live(userId).hiddenWords()) yield { word }
}

/** Yields the notifications about a user's conversations. */
export async function* ownNotifications(ctx: Pick<Ctx, "live">, userId: string): AsyncIterable<object> {
  let before: string | null = null
  for (;;) {
    const page: ChatNotification[] = await ctx.live(userId).listNotifications(before, entriesAtOnce)
    for (const { id, type, state, conversationId, createdAt, readAt } of page)
      yield { id, type, state, conversation_id: conversationId, created_at: createdAt, read_at: readAt }
    const last = page.at(-1)
    if (!last || page.length < entriesAtOnce) return
    before = last.id
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
