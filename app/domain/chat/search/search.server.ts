import { AppError } from "~/lib/errors"
import { within } from "~/lib/within"
import { requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import type { InboxEntry, SearchedRoom } from "../../core/ports/chat"
import { bindCursor, unbindCursor } from "../../core/shared/cursor-scope"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import { accepted, describeConversations } from "../conversations.server"
import { reach } from "../inbox/reach.server"
import type { FoundInConversations, FoundMessages, MessageSearch } from "./schema"

/** Messages of one response, and the most that a room reads for it. */
const inConversation = { limit: 20, most: 2_000 }
/** The conversations of one response, and for each of them its newest messages and the most that its room reads. */
const conversationsAtOnce = 20
const inEach = { limit: 3, most: 500 }
/** A room that takes longer (ms) is left out of a search in all conversations. */
const patience = 3_000

/**
 * Returns the messages of the actor's conversation that have all words of a query, newest first. A page may be empty and
 * have a next one: its room reads a limited number of messages. Throws `request.not_found`, `cursor.invalid`,
 * `rate.limited`, `chat.unreachable`.
 */
export async function searchConversation(ctx: Ctx, id: string, { q, cursor }: MessageSearch): Promise<FoundMessages> {
  const { id: userId } = requireUser(ctx)
  const before = cursor === undefined ? null : decodeBefore(cursor, q)
  await ctx.limit("chat.search", userId)
  const { messages, next } = accepted(
    await reach(
      ctx,
      ctx.rooms(id).search(userId, { q, before, limit: inConversation.limit, most: inConversation.most }),
    ),
  )
  return { data: messages, next_cursor: next === null ? null : bindCursor(String(next), { q }) }
}

function decodeBefore(cursor: string, q: string): number {
  const text = unbindCursor(cursor, { q })
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new AppError("cursor.invalid")
  return Number(text)
}

/**
 * Returns the newest messages that have all words of a query in the actor's conversations, those last active first: some
 * of each, from 20 conversations at a time. Throws `cursor.invalid`, `rate.limited`, `chat.unreachable`.
 */
export async function searchMessages(ctx: Ctx, { q, cursor }: MessageSearch): Promise<FoundInConversations> {
  const { id: userId } = requireUser(ctx)
  const before = cursor === undefined ? undefined : decodeKeyset(cursor, { q, in: "messages" })
  await ctx.limit("chat.search", userId)
  const { entries } = await reach(ctx, ctx.live(userId).listConversations({ limit: conversationsAtOnce + 1, before }))
  const placeOf = ({ activeAt: at, id }: InboxEntry) => ({ at, id })
  const { shown, next_cursor } = pageOf(entries, conversationsAtOnce, placeOf, { q, in: "messages" })
  const searched = await Promise.all(shown.map(async ({ id }) => ({ id, found: await searchRoom(ctx, id, q) })))
  const messages = searched.flatMap(({ found }) => found?.messages ?? [])
  const withResults = new Set(messages.map(({ conversation_id }) => conversation_id))
  const conversations = await describeConversations(
    ctx,
    shown.filter(({ id }) => withResults.has(id)),
  )
  const data = messages
    .toSorted((a, b) => b.created_at - a.created_at)
    .flatMap((message) => {
      const conversation = conversations.find(({ id }) => id === message.conversation_id)
      return conversation ? { conversation, message } : []
    })
  return { data, next_cursor, is_complete: searched.every(({ found }) => found !== null) }
}

/** Searches one room; null if it does not respond. */
async function searchRoom(ctx: Ctx, id: string, q: string): Promise<SearchedRoom | null> {
  const { id: userId } = requireUser(ctx)
  const query = { q, before: null, limit: inEach.limit, most: inEach.most }
  const searching = ctx
    .rooms(id)
    .search(userId, query)
    .catch((error: unknown) => {
      ctx.logError("chat.unreachable", error, {})
      return null
    })
  const found = (await within(patience, searching)) ?? null
  return found && "messages" in found ? found : null
}
