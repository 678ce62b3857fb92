import { type SQL, sql } from "drizzle-orm"
import { isBlockedPair } from "../chat/block-queries.server"
import type { Viewer } from "./private-access.server"

/** SQL query: `value` of the only conversation of a user and an owner (a column), whose pair `pairOf` writes. */
export function conversationOf(userId: string, owner: SQL, value: SQL): SQL {
  return sql`SELECT ${value} FROM conversations
    WHERE pair = iif(${owner} < ${userId}, ${owner} || ' ' || ${userId}, ${userId} || ' ' || ${owner})`
}

/** SQL value: who sees the private media of this owner (a column), see `privateAudiences`. */
export const privateAudienceOf = (owner: SQL) =>
  sql`coalesce((SELECT private_for FROM contact_rules WHERE user_id = ${owner}), 'premium')`

/**
 * SQL condition: the viewer may see the private media of this owner (a column). Every query of private media has it, so
 * that a change of the owner's rules, of the conversation or of a block counts from the next request on. The owner's own
 * gallery and the root group are not bound by the owner's choice.
 */
export function isPrivateOpen(viewer: Viewer | null, owner: SQL): SQL {
  // Never true. For a literal 0 SQLite plans to read the whole table, though it reads no row of it.
  if (!viewer?.seesPrivate) return sql`ifnull(${owner} <> ${owner}, 0)`
  const isAmongAll = viewer.isRoot ? sql`1` : sql`${privateAudienceOf(owner)} = 'premium'`
  return sql`(NOT ${isBlockedPair(viewer.id, owner)} AND (${owner} = ${viewer.id} OR ${isAmongAll}
    OR EXISTS (${conversationOf(viewer.id, owner, sql`1`)} AND state = 'accepted')))`
}
