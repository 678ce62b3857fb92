import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { billingActions, subscriptions } from "~/db/schema"
import { always } from "~/db/statements/conditions"
import { insertSelect } from "~/db/statements/insert-select"
import { type JsonText, trustedJson } from "~/db/statements/json"
import { newId } from "~/lib/id"
import { DAY } from "~/lib/time"
import { groupsOf, rightfulProfileOf } from "../../accounts/rights-queries.server"
import type { Group, OwnProfile } from "../../core/actor/actor"
import { ownerOf } from "../queries.server"
import type { DeskAction, DeskEvent } from "./schema"

/** Returns what decides a member's rights, with their e-mail; null without such a member. */
export async function findMember(db: Database, userId: string) {
  const [[row]] = await read(
    db,
    sql<{ groups: JsonText<Group[]>; profile: JsonText<OwnProfile> | null; ref: string | null }>`SELECT
        ${groupsOf(sql`u.id`)} AS groups,
        ${rightfulProfileOf(sql`u.id`)} AS profile,
        (SELECT stripe_customer FROM billing_customers WHERE user_id = u.id) AS ref
      FROM users AS u WHERE u.id = ${userId}`,
  )
  if (!row) return null
  return {
    id: userId,
    groups: trustedJson(row.groups),
    profile: trustedJson(row.profile),
    ref: row.ref,
  }
}

/** Returns a member's latest events and what staff did: one round trip. */
export async function findHistory(db: Database, userId: string) {
  const [events, actions] = await read(
    db,
    sql<DeskEvent>`SELECT id, type, source, state, attempts, last_error, happened_at, payload FROM payment_events
      WHERE stripe_customer IN (SELECT stripe_customer FROM billing_customers WHERE user_id = ${userId}
        UNION ALL SELECT stripe_customer FROM former_customers WHERE user_id = ${userId})
      ORDER BY happened_at DESC LIMIT 100`,
    sql<DeskAction>`SELECT kind, subject, reason, amount, staff_id, created_at FROM billing_acts
      WHERE user_id = ${userId} ORDER BY created_at DESC LIMIT 100`,
  )
  return { events, acts: actions }
}

interface Action extends Pick<DeskAction, "kind" | "subject" | "reason" | "amount"> {
  id: string
  userId: string
  /** Null: their account was erased before a second person confirmed what they asked for. */
  staffId: string | null
}

/** Returns the statement that records an act of staff while `when` holds, once for each id. */
export function insertAction(db: Database, action: Action, now: number, when: SQL = always) {
  return insertSelect(db, billingActions, { ...action, createdAt: now }, sql`WHERE ${when}`).onConflictDoNothing()
}

/** Returns an invoice with its customer and owner, or null. */
export async function findRefundable(db: Database, id: string) {
  const [[row]] = await read(
    db,
    sql<{
      ref: string
      customer: string
      user_id: string
      paid: number
      left: number
    }>`SELECT i.stripe_invoice AS ref, c.stripe_customer AS customer, i.user_id, i.paid,
        i.paid - i.refunded - i.disputed AS left
      FROM invoices AS i JOIN billing_customers AS c ON c.user_id = i.user_id WHERE i.id = ${id}`,
  )
  return row ?? null
}

/** SQL expression: until when staff gave a member Premium, or now (epoch ms). */
const givenUntil = (
  userId: string,
  now: number,
): SQL => sql`max(${now}, coalesce((SELECT max(ends_at) FROM subscriptions
  WHERE user_id = ${userId} AND stripe_status = 'active' AND stripe_id LIKE 'grant:%'), 0))`

/** SQL condition: with so many more days a member has what staff gave them for at most `limit` days from now. */
export const isGiftWithin = (userId: string, days: number, limit: number, now: number): SQL =>
  sql`${givenUntil(userId, now)} + ${days * DAY} <= ${now + limit * DAY}`

/** Returns whether `isGiftWithin` holds. */
export async function mayGive(
  db: Database,
  { userId, days, limit }: { userId: string; days: number; limit: number },
  now: number,
): Promise<boolean> {
  const [[row]] = await read(db, sql<{ may: number }>`SELECT ${isGiftWithin(userId, days, limit, now)} AS may`)
  return row?.may === 1
}

/**
 * Returns the statement that gives a member Premium for some days, added to those given before, while `when` holds; once
 * for each `ref`.
 */
export function insertGrant(
  db: Database,
  { ref, userId, days }: { ref: string; userId: string; days: number },
  now: number,
  when: SQL,
) {
  const from = givenUntil(userId, now)
  return insertSelect(
    db,
    subscriptions,
    {
      id: newId(now),
      userId: sql`id`,
      type: "premium",
      stripeId: ref,
      stripeStatus: "active" as const,
      startedAt: now,
      endsAt: sql`${from} + ${days * DAY}`,
      createdAt: now,
      updatedAt: now,
    },
    sql`FROM users WHERE id = ${userId} AND ${when}`,
  ).onConflictDoNothing()
}

/** SQL condition: the access of this `ref` was given. */
export const isGiven = (ref: string): SQL => sql`EXISTS (SELECT 1 FROM subscriptions WHERE stripe_id = ${ref})`

/** Returns the statement that ends all access that staff gave to a member. */
export function endGrants(db: Database, userId: string, now: number) {
  return db
    .update(subscriptions)
    .set({ stripeStatus: "canceled", endsAt: now, updatedAt: now })
    .where(and(eq(subscriptions.userId, userId), sql`stripe_status = 'active' AND stripe_id LIKE 'grant:%'`))
}

/** Returns the id of the member who is this customer, or was; or null. */
export async function findOwner(db: Database, ref: string): Promise<string | null> {
  const [[row]] = await read(db, sql<{ user_id: string | null }>`SELECT ${ownerOf(ref)} AS user_id`)
  return row?.user_id ?? null
}

/** Returns whether an act of staff was recorded before. */
export async function isDone(db: Database, id: string): Promise<boolean> {
  const [row] = await db.select({ id: billingActions.id }).from(billingActions).where(eq(billingActions.id, id))
  return row !== undefined
}
