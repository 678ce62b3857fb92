import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { blocks, users } from "~/db/schema"
import { hasPublicProfileSql } from "../accounts/owner-queries.server"
import { pairOf } from "./policy"

/** SQL condition: one of the two blocks the other. */
export function isBlockedPair(userId: string, other: SQL): SQL {
  return sql`(EXISTS (SELECT 1 FROM blocks WHERE user_id = ${userId} AND blocked_id = ${other})
    OR EXISTS (SELECT 1 FROM blocks WHERE user_id = ${other} AND blocked_id = ${userId}))`
}

/** A safety limit, more than anyone can reach. */
const maxBlocks = 1_000

/** Selects the members that a member has blocked, last blocked first. */
export function selectBlocks(db: Database, userId: string) {
  return db
    .select({
      user_id: users.id,
      name: users.name,
      created_at: sql<number>`${blocks.createdAt}`.as("blocked_at"),
    })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(eq(blocks.userId, userId))
    .orderBy(desc(blocks.createdAt))
    .limit(maxBlocks)
}

/**
 * Inserts a block unless it exists, if the blocked member has a public profile or a conversation with the user: one
 * round trip. Returns whether the block exists afterwards.
 */
export async function insertBlock(db: Database, userId: string, blockedId: string, now: number): Promise<boolean> {
  const client = db.$client
  const [, found] = await client.batch<{ one: number }>([
    client
      .prepare(
        `INSERT OR IGNORE INTO blocks (user_id, blocked_id, created_at)
         SELECT ?, id, ? FROM users WHERE id = ? AND id <> ?
           AND (${hasPublicProfileSql("users.id")}
             OR EXISTS (SELECT 1 FROM conversations WHERE pair = ?))`,
      )
      .bind(userId, now, blockedId, userId, pairOf(userId, blockedId)),
    client.prepare("SELECT 1 AS one FROM blocks WHERE user_id = ? AND blocked_id = ?").bind(userId, blockedId),
  ])
  return found?.results[0] !== undefined
}

export async function deleteBlock(db: Database, userId: string, blockedId: string): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.userId, userId), eq(blocks.blockedId, blockedId)))
}
