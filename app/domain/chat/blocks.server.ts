import { and, eq } from "drizzle-orm"
import { read } from "~/db/client.server"
import { blocks } from "~/db/schema"
import { AppError } from "~/lib/errors"
import { requireUser } from "../actor/guards"
import type { Ctx } from "../context"
import { conversationChannel } from "./channel-names"
import * as queries from "./queries.server"
import type { Block } from "./schema"

/** Lists the members that the actor has blocked, last blocked first. */
export async function listBlocks(ctx: Ctx): Promise<Block[]> {
  return queries.selectBlocks(ctx.db, requireUser(ctx).id)
}

/**
 * Blocks a member without notifying them: from now on the two are invisible to each other. Throws `request.not_found`
 * for a member without a public profile or a conversation with the actor.
 */
export async function blockUser(ctx: Ctx, blockedId: string): Promise<void> {
  const { id } = requireUser(ctx)
  await ctx.limit("chat.block", id)
  const client = ctx.db.$client
  const [, found] = await client.batch<{ one: number }>([
    client
      .prepare(
        `INSERT OR IGNORE INTO blocks (user_id, blocked_id, created_at)
         SELECT ?, id, ? FROM users WHERE id = ? AND id <> ?
           AND (EXISTS (SELECT 1 FROM profiles WHERE owner_id = users.id AND state = 'published')
             OR EXISTS (SELECT 1 FROM conversations WHERE pair = ?))`,
      )
      .bind(id, ctx.now(), blockedId, id, queries.pairOf(id, blockedId)),
    client.prepare("SELECT 1 AS one FROM blocks WHERE user_id = ? AND blocked_id = ?").bind(id, blockedId),
  ])
  if (!found?.results[0]) throw new AppError("request.not_found")
  await updateRoom(ctx, id, blockedId, true)
}

/** Unblocks a member; idempotent. */
export async function unblockUser(ctx: Ctx, blockedId: string): Promise<void> {
  const { id } = requireUser(ctx)
  await ctx.limit("chat.block", id)
  await ctx.db.delete(blocks).where(and(eq(blocks.userId, id), eq(blocks.blockedId, blockedId)))
  await updateRoom(ctx, id, blockedId, false)
}

/**
 * Sets the block in the pair's room, which then refuses everything; when blocking, then closes both members' sockets in
 * the conversation.
 */
async function updateRoom(ctx: Ctx, userId: string, blockedId: string, isBlocking: boolean): Promise<void> {
  const [[conversation]] = await read(ctx.db, queries.selectByPair(queries.pairOf(userId, blockedId)))
  if (!conversation) return
  const { id } = conversation
  const result = await ctx.rooms(id).setBlock(userId, isBlocking)
  if ("refused" in result) return
  if (isBlocking) await Promise.all([userId, blockedId].map((one) => ctx.live(one).leave(conversationChannel(id))))
}
