import type { DatabaseSync } from "node:sqlite"
import { random } from "../random.ts"
import { day, type SeedOptions } from "../rows.ts"

/** As far back as the dashboard compares: two years. */
const span = 730

/**
 * Writes the figures of the nights before the demo: what its rows say of each day, and for what no row says (messages, and
 * waiting times) numbers like those of a site that grows. The first night of the app makes those of the rows again.
 */
export function insertFigures(db: DatabaseSync, { seed, now }: Omit<SeedOptions, "pictures">): void {
  const draw = random(seed, "figures")
  const today = startOfDay(now)
  const put = db.prepare("INSERT INTO daily_figures (measure, day, dimension, value) VALUES (?, ?, ?, ?)")
  const one = (sql: string, ...values: number[]) => Number(db.prepare(sql).get(...values)?.value ?? 0)
  db.exec("BEGIN IMMEDIATE")
  for (let ago = span; ago > 0; ago -= 1) {
    const [from, before] = [today - ago * day, today - (ago - 1) * day]
    const name = new Date(from + day / 2).toISOString().slice(0, 10)
    const growth = 1 - ago / (span * 1.25)
    const weekend = [0, 5, 6].includes(new Date(from + day / 2).getUTCDay()) ? 1.4 : 1
    const waiting = 4 + draw.below(9)
    const median = Math.round((2 + draw.below(7) - growth) * 60 + draw.below(60))
    for (const [measure, dimension, value] of [
      ["made", "", before + 3 * 60 * 60 * 1_000],
      ["members", "", one("SELECT count(*) AS value FROM users WHERE created_at < ?", before)],
      [
        "new_members",
        "",
        one("SELECT count(*) AS value FROM users WHERE created_at >= ? AND created_at < ?", from, before),
      ],
      [
        "new_profiles",
        "",
        one("SELECT count(*) AS value FROM listings WHERE newest >= ? / 1000 AND newest < ? / 1000", from, before),
      ],
      ["messages", "demo", Math.round((240 + draw.below(90)) * growth * weekend)],
      ["waiting", "", waiting],
      ["waiting_median", "", median],
      ["waiting_oldest", "", median * 2 + draw.below(600)],
    ] as [string, string, number][])
      put.run(measure, name, dimension, value)
    db.prepare(
      `INSERT INTO daily_figures (measure, day, dimension, value) SELECT 'revenue', ?, currency, sum(paid - refunded)
        FROM invoices WHERE paid_at >= ? AND paid_at < ? GROUP BY currency`,
    ).run(name, from, before)
    db.prepare(
      `INSERT INTO daily_figures (measure, day, dimension, value) SELECT 'subscriptions', ?, stripe_price, count(*)
        FROM subscriptions WHERE created_at < ? AND stripe_price IS NOT NULL GROUP BY stripe_price`,
    ).run(name, before)
  }
  db.exec("COMMIT")
}

/** Returns when the day of a time begins in Paris in winter: the demo's day, close enough for numbers that are made up. */
function startOfDay(at: number): number {
  const hour = 60 * 60 * 1_000
  return Math.floor((at + hour) / day) * day - hour
}
