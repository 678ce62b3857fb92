import { read } from "~/db/client.server"
import { AppError } from "~/lib/errors"
import { requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { findUndelivered, othersOf, toConversations } from "../conversations.server"
import { readerOf } from "../hiding/reader.server"
import type { Conversation, PeerProfile } from "../schema"
import { type PeerProfileRow, selectPeerProfile } from "./peer-queries.server"
import { reach } from "./reach.server"

export interface OpenedConversation {
  conversation: Conversation
  /** Null for the owner, who sees the account that wrote to them, and where the profile is not public for the reader. */
  profile: PeerProfile | null
  /** One of the actor's first conversations. */
  isEarly: boolean
}

/**
 * Returns one of the actor's conversations as its page shows it: one call of their inbox and one round trip. Throws what
 * `getConversation` throws.
 */
export async function getOpenedConversation(ctx: Ctx, id: string): Promise<OpenedConversation> {
  const { id: userId } = requireUser(ctx)
  const [opened, found] = await Promise.all([reach(ctx, ctx.live(userId).findOpened(id)), readerOf(ctx)])
  const entry = opened.entry ?? (await findUndelivered(ctx, id))
  const reader = { ...found, userId }
  const owner = entry.role === "asker" ? entry.otherId : null
  const [peers, audience, hidden, [profile]] = await read(
    ctx.db,
    ...othersOf(reader, [entry]),
    selectPeerProfile(reader, owner, ctx.locale),
  )
  const [conversation] = toConversations(ctx, [entry], { peers, audience, hidden })
  if (!conversation) throw new AppError("request.not_found")
  return {
    conversation,
    profile: conversation.with.slug && profile ? toProfile(profile) : null,
    isEarly: opened.isEarly,
  }
}

function toProfile({ cover_media_id, ...row }: PeerProfileRow): PeerProfile {
  return { ...row, cover: cover_media_id }
}
