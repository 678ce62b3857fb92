import { read } from "~/db/client.server"
import { trustedJson } from "~/db/statements/json"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { avatarPath } from "../accounts/avatar"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import type { Refused } from "../core/ports/chat"
import { decodeKeyset, pageOf } from "../core/shared/keyset-cursor"
import { writeDenial } from "./policy"
import type { ConversationRow } from "./queries.server"
import * as queries from "./queries.server"
import type { AwayNote, Conversation, ConversationsQuery, LastMessage, Thread, ThreadQuery } from "./schema"

const pageSize = 30

/** Returns a page of the actor's conversations, last active first: one round trip. Throws `cursor.invalid`. */
export async function listConversations(
  ctx: Ctx,
  { cursor, q }: ConversationsQuery,
): Promise<{ data: Conversation[]; next_cursor: string | null }> {
  const { id } = requireUser(ctx)
  const before = cursor === undefined ? undefined : decodeKeyset(cursor, { q })
  const [rows] = await read(ctx.db, queries.selectConversations(id, { limit: pageSize + 1, q, before }))
  const { shown, next_cursor } = pageOf(rows, pageSize, ({ active_at, id }) => ({ at: active_at, id }), { q })
  return { data: shown.map((row) => toConversation(ctx, id, row)), next_cursor }
}

/** Returns one of the actor's conversations. Throws `request.not_found`, also for other members'. */
export async function getConversation(ctx: Ctx, id: string): Promise<Conversation> {
  const { id: userId } = requireUser(ctx)
  const [[row]] = await read(ctx.db, queries.selectConversation(userId, id))
  if (!row) throw new AppError("request.not_found")
  return toConversation(ctx, userId, row)
}

/** Returns a range of messages of the actor's conversation. Throws `request.not_found`. */
export async function readMessages(ctx: Ctx, id: string, query: ThreadQuery): Promise<Thread> {
  return accepted(await ctx.rooms(id).history(requireUser(ctx).id, query))
}

/** Deletes the messages so far for the actor only. The conversation reappears with the next message. */
export async function deleteConversation(ctx: Ctx, id: string): Promise<void> {
  const userId = await countWrite(ctx)
  accepted(await ctx.rooms(id).hide(userId))
  await queries.updateMember(ctx.db, userId, id, { draft: "" })
}

/** Marks everything up to this message as read. The other member is notified if the actor shares read receipts. */
export async function markRead(ctx: Ctx, id: string, seq: number): Promise<void> {
  const { id: userId } = requireUser(ctx)
  const [{ read_receipts }] = await Promise.all([queries.findChatSettings(ctx.db, userId), countWrite(ctx)])
  accepted(await ctx.rooms(id).read(userId, seq, read_receipts))
}

/** Saves the actor's draft, for all their devices. Throws `request.not_found`. */
export async function saveDraft(ctx: Ctx, id: string, draft: string): Promise<void> {
  const isTheirs = await queries.updateMember(ctx.db, await countWrite(ctx), id, { draft })
  if (!isTheirs) throw new AppError("request.not_found")
}

/** Mutes or unmutes a conversation for the actor. Throws `request.not_found`. */
export async function muteConversation(ctx: Ctx, id: string, isMuted: boolean): Promise<void> {
  const mutedAt = isMuted ? ctx.now() : null
  const isTheirs = await queries.updateMember(ctx.db, await countWrite(ctx), id, { mutedAt })
  if (!isTheirs) throw new AppError("request.not_found")
}

/** Accepts a request: the requester may write. Throws `request.not_found`, also for the requester. */
export async function acceptRequest(ctx: Ctx, id: string): Promise<Conversation> {
  return decideRequest(ctx, id, "accepted")
}

/** Declines a request: the requester may not write. The owner may accept it later. */
export async function declineRequest(ctx: Ctx, id: string): Promise<Conversation> {
  return decideRequest(ctx, id, "declined")
}

async function decideRequest(ctx: Ctx, id: string, state: "accepted" | "declined"): Promise<Conversation> {
  const userId = await countWrite(ctx)
  if (state === "accepted") await requirePeerNotBanned(ctx, id)
  accepted(await ctx.rooms(id).answer(userId, state, ctx.now()))
  return getConversation(ctx, id)
}

/**
 * Counts a change of the actor in chat and returns their id. New messages are counted by their channel. Throws
 * `rate.limited`.
 */
export async function countWrite(ctx: Ctx): Promise<string> {
  const { id } = requireUser(ctx)
  await ctx.limit("chat.write", id)
  return id
}

/** Returns when the actor's account was created, epoch ms. Throws `chat.unavailable` if the other member is banned. */
export async function requirePeerNotBanned(ctx: Ctx, id: string): Promise<number> {
  const sender = await queries.findSender(ctx.db, requireUser(ctx).id, id)
  if (sender?.is_other_banned) throw new AppError("chat.unavailable")
  return sender?.created_at ?? 0
}

/** Returns a room's result, or throws its refusal as an `AppError`. */
export function accepted<Result extends object>(result: Result | Refused): Result {
  if (!("refused" in result)) return result
  const { refused, retryAfter } = result as Refused
  switch (refused) {
    case "not_found":
      throw new AppError("request.not_found")
    case "too_fast":
      throw new AppError("chat.too_fast", { retryAfter, values: { count: retryAfter ?? 1 } })
    case "closed":
      throw new AppError("chat.unavailable")
    default:
      throw new AppError(`chat.${refused}`)
  }
}

/** A conversation as one of its members sees it. */
export function toConversation(ctx: Pick<Ctx, "locale" | "now">, userId: string, row: ConversationRow): Conversation {
  const blocksOther = row.blocks_other === 1
  const isGone = row.other_id === null || (row.is_blocked === 1 && !blocksOther)
  const permissionsInput = {
    state: row.state,
    role: row.role,
    isAvailable: !isGone,
    blocksOther,
    createdAt: row.created_at,
  }
  const reason = writeDenial(permissionsInput, ctx.now())
  const isAccepted = row.state === "accepted" && !isGone
  return {
    id: row.id,
    state: isGone ? "closed" : row.state,
    is_mine: row.role === "asker",
    with: isGone ? nobody(ctx) : toOther(row),
    last_message: lastOf(row, userId, isGone),
    last_seq: row.last_seq,
    read_seq: row.read_seq,
    others_read_seq: isAccepted && row.other_shares === 1 ? row.other_read_seq : null,
    unread_messages_count: row.is_blocked === 1 ? 0 : Math.max(0, row.last_seq - row.read_seq - row.skipped),
    is_muted: row.muted_at !== null,
    draft: row.draft,
    may_write: reason === null,
    why_not: reason,
    opens_private: !isGone && row.role === "owner" && !isAccepted && row.private_for === "accepted",
    away: isGone || blocksOther ? null : awayOf(row, ctx.now()),
    created_at: row.created_at,
    updated_at: row.active_at,
  }
}

/** Returns an owner's away note until it ends. */
export function awayOf(
  { away_note, away_last_day, away_ends_at }: Pick<ConversationRow, "away_note" | "away_last_day" | "away_ends_at">,
  now: number,
): AwayNote | null {
  if (away_note === null || away_last_day === null || away_ends_at === null || away_ends_at <= now) return null
  return { last_day: away_last_day, note: away_note }
}

/** Placeholder for the other member: the same for a deleted account and for one that blocks the reader. */
function nobody(ctx: Pick<Ctx, "locale">): Conversation["with"] {
  return { id: "", name: translator(ctx.locale, "errors")("chat.nobody"), avatar: null, slug: null, is_gone: true }
}

/**
 * The requester sees the owner's profile, the owner sees the requester's account. A blocked member has no picture and
 * no profile link.
 */
function toOther(row: ConversationRow): Conversation["with"] {
  const { other_id, other_name, other_avatar, profile_name, profile_slug, profile_cover } = row
  const id = other_id ?? ""
  const isHidden = row.blocks_other === 1
  const avatar = other_avatar && !isHidden ? avatarPath(id, other_avatar) : null
  if (profile_name === null) return { id, name: other_name ?? "", avatar, slug: null, is_gone: false }
  const isPublic = row.profile_state === "published" && !isHidden
  const cover = isPublic && profile_cover ? `/media/${profile_cover}/320.webp` : avatar
  return { id, name: profile_name, avatar: cover, slug: isPublic ? profile_slug : null, is_gone: false }
}

function lastOf({ last }: ConversationRow, userId: string, isGone: boolean): LastMessage | null {
  const message = trustedJson(last)
  if (message === null) return null
  const isRedacted = isGone && message.author_id !== userId
  return isRedacted ? { ...message, author_id: "", body: null, is_deleted: true } : message
}
