import { read } from "~/db/client.server"
import { AppError } from "~/lib/errors"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { deleteBlock, insertBlock, selectBlocks } from "./block-queries.server"
import { conversationChannel } from "./channel-names"
import { pairOf } from "./policy"
import { selectByPair } from "./queries.server"
import type { Block } from "./schema"

/** Lists the members that the actor has blocked, last blocked first. */
export async function listBlocks(ctx: Ctx): Promise<Block[]> {
  return selectBlocks(ctx.db, requireUser(ctx).id)
}

/**
 * Blocks a member without notifying them: from now on the two are invisible to each other. Throws `request.not_found`
 * for a member without a public profile or a conversation with the actor.
 */
export async function blockUser(ctx: Ctx, blockedId: string): Promise<void> {
  const { id } = requireUser(ctx)
  await ctx.limit("chat.block", id)
  const isBlocked = await insertBlock(ctx.db, id, blockedId, ctx.now())
  if (!isBlocked) throw new AppError("request.not_found")
  await updateRoom(ctx, id, blockedId, true)
}

/** Unblocks a member; idempotent. */
export async function unblockUser(ctx: Ctx, blockedId: string): Promise<void> {
  const { id } = requireUser(ctx)
  await ctx.limit("chat.block", id)
  await deleteBlock(ctx.db, id, blockedId)
  await updateRoom(ctx, id, blockedId, false)
}

/**
 * Sets the block in the pair's room, which then refuses everything; when blocking, then closes both members' sockets in
 * the conversation.
 */
async function updateRoom(ctx: Ctx, userId: string, blockedId: string, isBlocking: boolean): Promise<void> {
  const [[conversation]] = await read(ctx.db, selectByPair(pairOf(userId, blockedId)))
  if (!conversation) return
  const { id } = conversation
  const result = await ctx.rooms(id).setBlock(userId, isBlocking)
  if ("refused" in result) return
  if (isBlocking) await Promise.all([userId, blockedId].map((one) => ctx.live(one).leave(conversationChannel(id))))
}
