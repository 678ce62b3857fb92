import { type SQL, sql } from "drizzle-orm"
import { isRefusedSql } from "~/db/publication"
import type { JsonText } from "~/db/statements/json"
import { type Group, type OwnProfile, type Restriction, rightfulStates, type Subscription } from "../core/actor/actor"
import { grantedRolesOf } from "./staff/grant-queries.server"

/** SQL expression: a user's subscriptions, as JSON. */
export const subscriptionsOf = (userId: SQL) =>
  sql<
    JsonText<Subscription[]>
  >`(SELECT json_group_array(json_object('type', type, 'stripe_status', stripe_status, 'stripe_price', stripe_price))
    FROM subscriptions WHERE user_id = ${userId})`

/** SQL expression: a user's groups, as JSON. */
export const groupsOf = (userId: SQL) =>
  sql<
    JsonText<Group[]>
  >`(SELECT json_group_array(json_object('name', g.name, 'root', json(iif(g.root, 'true', 'false'))))
    FROM user_groups JOIN "groups" AS g ON g.id = group_id WHERE user_id = ${userId})`

/**
 * The profile that a user has, as JSON; null: none that counts (product-spec 6). The one place that decides it: a
 * draft, a rejected, suspended or withdrawn profile, and anybody's after a refused check, is only a workshop.
 */
export const rightfulProfileOf = (
  userId: SQL,
) => sql<JsonText<OwnProfile> | null>`(SELECT json_object('id', id, 'slug', slug, 'state', state)
  FROM profiles WHERE owner_id = ${userId} AND state IN ${[...rightfulStates]}
    AND NOT ${sql.raw(isRefusedSql("profiles.owner_id"))})`

/** SQL expression: the profile that a user prepares or shows, in any state, as JSON. */
export const workshopOf = (
  userId: SQL,
) => sql<JsonText<OwnProfile> | null>`(SELECT json_object('id', id, 'slug', slug, 'state', state)
  FROM profiles WHERE owner_id = ${userId})`

/** Serialises everything that decides a user's permissions into one string: it changes when they do. */
export const rightsOf = (userId: SQL, now: number) =>
  sql<string>`${subscriptionsOf(userId)} || ${groupsOf(userId)} || coalesce(${rightfulProfileOf(userId)} ->> 'id', '')
    || ${grantedRolesOf(userId, now)}`

/** Returns why an account is restricted, from the columns of its session. */
export function toRestriction(row: { is_underage: number; suspended_until: number | null }): Restriction | null {
  if (row.is_underage === 1) return { kind: "underage" }
  return row.suspended_until === null ? null : { kind: "suspended", until: row.suspended_until }
}
