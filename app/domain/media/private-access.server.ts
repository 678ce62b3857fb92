import { type SQL, sql } from "drizzle-orm"
import { isBlockedPair } from "../chat/block-queries.server"
import { type Actor, hasPermission, impersonationOf, isPremium, isSignedIn, type SignedIn } from "../core/actor/actor"
import { isPermitted } from "../core/actor/guards"

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

/**
 * Returns whether the actor may see private media that their owner shows to all Premium members: premium members only
 * (product-spec 6), nobody whose account is restricted, and nobody who sees the site as one of them.
 */
export function maySeePrivate(actor: Actor): actor is SignedIn {
  if (!isSignedIn(actor) || actor.session.restriction) return false
  return isPremium(actor.user) && impersonationOf(actor) === null
}

/**
 * Who may see more than public media: their own, with `seesPrivate` those in galleries as their owners choose, with
 * `isRoot` whatever an owner chose, with `isReviewer` what staff review.
 */
export interface Viewer {
  id: string
  seesPrivate: boolean
  isRoot: boolean
  isReviewer: boolean
}

/** Returns the actor as a viewer of media that are not public; null if they may see none. */
export function viewerOf(actor: Actor): Viewer | null {
  if (!isSignedIn(actor)) return null
  const [seesPrivate, isReviewer] = [maySeePrivate(actor), isPermitted(actor, "media.review")]
  // In the workshop, whether or not the profile gives rights.
  const isOwner = actor.user.workshop !== null && impersonationOf(actor) === null
  if (!seesPrivate && !isReviewer && !isOwner) return null
  return { id: actor.user.id, seesPrivate, isRoot: hasPermission(actor.user), isReviewer }
}
