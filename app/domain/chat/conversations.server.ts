import { read } from "~/db/client.server"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { avatarPath } from "../accounts/avatar"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { type InboxEntry, type MessageDraft, noDraft, type Refused } from "../core/ports/chat"
import { decodeKeyset, pageOf } from "../core/shared/keyset-cursor"
import { type Reader, readerOf } from "./hiding/reader.server"
import {
  type PeerRow,
  selectHiddenOwners,
  selectNamed,
  selectPeers,
  selectPrivateAudience,
} from "./inbox/peer-queries.server"
import { reach } from "./inbox/reach.server"
import type { PrivateAudience } from "./limits"
import { writeDenial } from "./policy"
import * as queries from "./queries.server"
import type { AwayNote, Conversation, ConversationsQuery, LastMessage, Thread, ThreadQuery } from "./schema"

const pageSize = 30

/**
 * Returns a page of the actor's conversations, last active first: one call of their inbox and one round trip, for a search
 * two. Throws `cursor.invalid`, `chat.unreachable`.
 */
export async function listConversations(
  ctx: Ctx,
  query: ConversationsQuery,
): Promise<{ data: Conversation[]; next_cursor: string | null }> {
  const { data, next_cursor } = await getConversationList(ctx, query)
  return { data, next_cursor }
}

/** Returns the same page with the words by which the actor hides messages. */
export async function getConversationList(
  ctx: Ctx,
  { cursor, q }: ConversationsQuery,
): Promise<{ data: Conversation[]; next_cursor: string | null; hidden_words: string[] }> {
  const { id: userId } = requireUser(ctx)
  const before = cursor === undefined ? undefined : decodeKeyset(cursor, { q })
  const ids = q ? (await read(ctx.db, selectNamed(userId, q)))[0].map(({ id }) => id) : undefined
  const page = { limit: pageSize + 1, before, ids }
  const { entries, hiddenWords } = await reach(ctx, ctx.live(userId).listConversations(page))
  const { shown, next_cursor } = pageOf(entries, pageSize, ({ activeAt, id }) => ({ at: activeAt, id }), { q })
  return { data: await describeConversations(ctx, shown), next_cursor, hidden_words: hiddenWords }
}

/** Returns one of the actor's conversations. Throws `chat.unreachable`; `request.not_found`, also for other members'. */
export async function getConversation(ctx: Ctx, id: string): Promise<Conversation> {
  const [conversation] = await describeConversations(ctx, [await findEntry(ctx, id)])
  if (!conversation) throw new AppError("request.not_found")
  return conversation
}

/** Returns the inbox's entry, or what the room itself says while it could not deliver it. */
async function findEntry(ctx: Ctx, id: string): Promise<InboxEntry> {
  const [entry] = await reach(ctx, ctx.live(requireUser(ctx).id).findConversations([id]))
  return entry ?? (await findUndelivered(ctx, id))
}

/** Returns what a room says of the actor's conversation, which their inbox has not. Throws `request.not_found`. */
export async function findUndelivered(ctx: Ctx, id: string): Promise<InboxEntry> {
  const { id: userId } = requireUser(ctx)
  const state = await reach(ctx, ctx.rooms(id).stateOf(userId))
  if (!state) throw new AppError("request.not_found")
  return { ...state, mutedAt: null, draft: noDraft }
}

/** Describes entries of the actor's inbox with what the database knows of the other members: one round trip. */
export async function describeConversations(ctx: Ctx, entries: InboxEntry[]): Promise<Conversation[]> {
  if (entries.length === 0) return []
  const reader = { ...(await readerOf(ctx)), userId: requireUser(ctx).id }
  const [peers, audience, hidden] = await read(ctx.db, ...othersOf(reader, entries))
  return toConversations(ctx, entries, { peers, audience, hidden })
}

/** Returns the statements about the other members of a reader's conversations. */
export function othersOf(reader: Reader & { userId: string }, entries: InboxEntry[]) {
  const { userId } = reader
  const others = entries.flatMap(({ otherId }) => otherId ?? [])
  return [selectPeers(userId, others), selectPrivateAudience(userId), selectHiddenOwners(reader, others)] as const
}

/** The rows of those statements. */
interface OthersRows {
  peers: PeerRow[]
  audience: { private_for: PrivateAudience }[]
  hidden: { owner_id: string }[]
}

/** Converts entries of the actor's inbox to conversations, with what the database knows of the other members. */
export function toConversations(
  ctx: Ctx,
  entries: InboxEntry[],
  { peers, audience, hidden }: OthersRows,
): Conversation[] {
  const { id: userId } = requireUser(ctx)
  return entries.map((entry) => {
    const peer = peers.find(({ other_id }) => other_id === entry.otherId) ?? null
    const isProfileHidden = hidden.some(({ owner_id }) => owner_id === entry.otherId)
    const privateFor = audience[0]?.private_for ?? null
    return toConversation(ctx, userId, { entry, peer, isProfileHidden, privateFor })
  })
}

/** Returns a range of messages of the actor's conversation. Throws `request.not_found`, `chat.unreachable`. */
export async function readMessages(ctx: Ctx, id: string, query: ThreadQuery): Promise<Thread> {
  return accepted(await reach(ctx, ctx.rooms(id).history(requireUser(ctx).id, query)))
}

/** Deletes the messages so far for the actor only. The conversation reappears with the next message. */
export async function deleteConversation(ctx: Ctx, id: string): Promise<void> {
  const userId = await countWrite(ctx)
  accepted(await ctx.rooms(id).hide(userId))
  await ctx.live(userId).saveDraft(id, noDraft)
}

/** Marks everything up to this message as read. The other member is notified if the actor shares read receipts. */
export async function markRead(ctx: Ctx, id: string, seq: number): Promise<void> {
  const { id: userId } = requireUser(ctx)
  const [{ read_receipts }] = await Promise.all([queries.findChatSettings(ctx.db, userId), countWrite(ctx)])
  accepted(await ctx.rooms(id).read(userId, seq, read_receipts))
}

/** Saves the actor's draft, for all their devices. Throws `request.not_found`. */
export async function saveDraft(ctx: Ctx, id: string, draft: MessageDraft): Promise<void> {
  const isTheirs = await ctx.live(await countWrite(ctx)).saveDraft(id, draft)
  if (!isTheirs) throw new AppError("request.not_found")
}

/** Mutes or unmutes a conversation for the actor. Throws `request.not_found`. */
export async function muteConversation(ctx: Ctx, id: string, isMuted: boolean): Promise<void> {
  const isTheirs = await ctx.live(await countWrite(ctx)).mute(id, isMuted ? ctx.now() : null)
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

interface Described {
  entry: InboxEntry
  /** Null for an account that is erased or banned. */
  peer: PeerRow | null
  /** The other member's profile, which is hidden from the reader, is shown as one that is not public. */
  isProfileHidden: boolean
  /** Whom the reader shows their private media; null by default. */
  privateFor: PrivateAudience | null
}

/** A conversation as one of its members sees it. */
function toConversation(
  ctx: Pick<Ctx, "locale" | "now">,
  userId: string,
  { entry, peer, isProfileHidden, privateFor }: Described,
): Conversation {
  const blocksOther = peer?.blocks_other === 1
  const isBlocked = entry.isBlocked || peer?.is_blocked === 1
  const isGone = peer === null || (isBlocked && !blocksOther)
  const permissionsInput = {
    state: entry.state,
    role: entry.role,
    isAvailable: !isGone,
    blocksOther,
    createdAt: entry.createdAt,
  }
  const reason = writeDenial(permissionsInput, ctx.now())
  const isAccepted = entry.state === "accepted" && !isGone
  return {
    id: entry.id,
    state: isGone ? "closed" : entry.state,
    is_mine: entry.role === "asker",
    with: isGone ? nobody(ctx) : toOther(entry, peer, isProfileHidden),
    last_message: lastOf(entry, userId, isGone),
    last_seq: entry.lastSeq,
    read_seq: entry.readSeq,
    others_read_seq: isAccepted && peer.shares_reading === 1 ? entry.otherReadSeq : null,
    unread_messages_count: isBlocked ? 0 : Math.max(0, entry.lastSeq - entry.readSeq - entry.skipped),
    is_muted: entry.mutedAt !== null,
    draft: entry.draft.body,
    draft_reply_to: entry.draft.replyTo,
    may_write: reason === null,
    why_not: reason,
    opens_private: !isGone && entry.role === "owner" && !isAccepted && privateFor === "accepted",
    away: isGone || blocksOther || entry.role === "owner" ? null : awayOf(peer, ctx.now()),
    created_at: entry.createdAt,
    updated_at: entry.activeAt,
  }
}

/** Returns an owner's away note until it ends. */
export function awayOf(
  { away_note, away_last_day, away_ends_at }: Pick<PeerRow, "away_note" | "away_last_day" | "away_ends_at">,
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
function toOther({ role }: InboxEntry, peer: PeerRow, isProfileHidden: boolean): Conversation["with"] {
  const { other_id: id, profile_name, profile_slug, profile_cover } = peer
  const isHidden = peer.blocks_other === 1
  const avatar = peer.avatar && !isHidden ? avatarPath(id, peer.avatar) : null
  if (role === "owner" || profile_name === null) return { id, name: peer.name, avatar, slug: null, is_gone: false }
  const isPublic = peer.profile_state === "published" && !isHidden && !isProfileHidden
  const cover = isPublic && profile_cover ? `/media/${profile_cover}/320.webp` : avatar
  return { id, name: profile_name, avatar: cover, slug: isPublic ? profile_slug : null, is_gone: false }
}

function lastOf({ last }: InboxEntry, userId: string, isGone: boolean): LastMessage | null {
  const isRedacted = isGone && last !== null && last.author_id !== userId
  return isRedacted ? { ...last, author_id: "", body: null, is_deleted: true } : last
}
