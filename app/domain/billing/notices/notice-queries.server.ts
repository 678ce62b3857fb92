import { eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { isUnderageSql } from "~/db/publication"
import { billingCustomers, subscriptions, type users } from "~/db/schema"
import type { RowOf } from "~/db/statements/row"
import { hasDispute } from "../returns/issue-queries.server"
import type { SubscriptionStatus } from "../schema"

export interface NoticedMember extends RowOf<typeof users, "email" | "locale"> {
  user_id: string
}

interface RenewingRow extends NoticedMember {
  stripe_id: string
  stripe_status: SubscriptionStatus
  period_ends_at: number
}

interface AnnouncementSearch {
  now: number
  times: { month: number; year: number; trial: number }
  after: { at: number; id: string }
  limit: number
}

/** Returns the plans that renew soon and were not announced yet; `times`: how long before, ms. */
export async function findToAnnounce(
  db: Database,
  { now, times, after, limit }: AnnouncementSearch,
): Promise<RenewingRow[]> {
  const [rows] = await read(
    db,
    sql<RenewingRow>`SELECT s.user_id, u.email, u.locale, s.stripe_id, s.stripe_status, s.period_ends_at
      FROM subscriptions AS s JOIN users AS u ON u.id = s.user_id LEFT JOIN prices AS p ON p.stripe_price = s.stripe_price
      WHERE s.stripe_status IN ('active', 'trialing') AND s.period_ends_at > ${now}
        AND s.period_ends_at <= ${now + times.year} AND s.ends_at IS NULL AND s.announced_for IS NOT s.period_ends_at
        AND s.period_ends_at <= ${now} + iif(s.stripe_status = 'trialing', ${times.trial}, iif(p.interval = 'year', ${times.year}, ${times.month}))
        AND s.period_ends_at >= ${after.at} AND (s.period_ends_at, s.stripe_id) > (${after.at}, ${after.id})
      ORDER BY s.period_ends_at, s.stripe_id LIMIT ${limit}`,
  )
  return rows
}

/** SQL condition: the renewal at this time was not announced yet. */
export const isUnannounced = (stripeId: string, periodEndsAt: number): SQL =>
  sql`EXISTS (SELECT 1 FROM subscriptions WHERE stripe_id = ${stripeId} AND period_ends_at = ${periodEndsAt}
    AND announced_for IS NOT period_ends_at AND ends_at IS NULL)`

export function markAnnounced(db: Database, stripeId: string, periodEndsAt: number) {
  return db.update(subscriptions).set({ announcedFor: periodEndsAt }).where(eq(subscriptions.stripeId, stripeId))
}

/**
 * Members who are banned, are minors, asked for their erasure or dispute a payment, and whose plan renews before this
 * time all the same.
 */
export async function findUnwantedRenewals(
  db: Database,
  { now, before, after, limit }: { now: number; before: number; after: { at: number; id: string }; limit: number },
): Promise<{ id: string; user_id: string; at: number }[]> {
  const [rows] = await read(
    db,
    sql<{
      id: string
      user_id: string
      at: number
    }>`SELECT s.id, s.user_id, s.period_ends_at AS at FROM subscriptions AS s JOIN users AS u ON u.id = s.user_id
      WHERE s.stripe_status IN ('active', 'trialing') AND s.period_ends_at > ${now} AND s.period_ends_at <= ${before}
        AND s.ends_at IS NULL AND (u.banned_at IS NOT NULL OR ${sql.raw(isUnderageSql("u.id"))}
          OR ${hasDispute(sql`s.user_id`, sql`s.stripe_id`)} OR EXISTS (
          SELECT 1 FROM data_requests AS r WHERE r.user_id = s.user_id AND r.kind = 'erasure' AND r.state = 'requested'))
        AND s.period_ends_at >= ${after.at} AND (s.period_ends_at, s.id) > (${after.at}, ${after.id})
      ORDER BY s.period_ends_at, s.id LIMIT ${limit}`,
  )
  return rows
}

interface ExpiringRow extends NoticedMember {
  year: number
  month: number
}

/** Returns the members whose plan renews and whose card expires by this month, unless they were notified. */
export async function findExpiringCards(
  db: Database,
  { year, month }: { year: number; month: number },
  after: string,
  limit: number,
): Promise<ExpiringRow[]> {
  const [rows] = await read(
    db,
    sql<ExpiringRow>`SELECT c.user_id, u.email, u.locale, c.card_exp_year AS year, c.card_exp_month AS month
      FROM subscriptions AS s JOIN billing_customers AS c ON c.user_id = s.user_id JOIN users AS u ON u.id = s.user_id
      WHERE s.stripe_status IN ('active', 'trialing') AND s.period_ends_at > 0 AND s.ends_at IS NULL
        AND c.card_exp_year * 12 + c.card_exp_month <= ${year * 12 + month}
        AND c.card_noticed IS NOT c.card_exp_year || '-' || c.card_exp_month
        AND c.user_id > ${after}
      ORDER BY c.user_id LIMIT ${limit}`,
  )
  return rows
}

/** SQL condition: the member was not notified of this card's expiry yet. */
export const isCardUnnoticed = (userId: string, noticed: string): SQL =>
  sql`EXISTS (SELECT 1 FROM billing_customers WHERE user_id = ${userId} AND card_noticed IS NOT ${noticed})`

export function markCardNoticed(db: Database, userId: string, noticed: string, now: number) {
  return db
    .update(billingCustomers)
    .set({ cardNoticed: noticed, updatedAt: now })
    .where(eq(billingCustomers.userId, userId))
}
