import { sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import { HOUR, MINUTE } from "~/lib/time"
import type { Measure } from "./measures"

/** A day of the site, and its times (epoch ms). */
export interface SiteDay {
  day: string
  from: number
  before: number
}

const put = "ON CONFLICT (measure, day, dimension) DO UPDATE SET value = excluded.value"

/** Statements that count a day: each reads an index's range of that day. ?1: the day, ?2 and ?3: its times. */
export const flowStatements = [
  `INSERT INTO daily_figures (measure, day, dimension, value)
    SELECT 'new_members', ?1, '', count(*) FROM users WHERE created_at >= ?2 AND created_at < ?3 ${put}`,
  `INSERT INTO daily_figures (measure, day, dimension, value)
    SELECT 'new_profiles', ?1, '', count(*) FROM listings WHERE newest >= ?2 / 1000 AND newest < ?3 / 1000 ${put}`,
] as const

/** Takings of the invoices paid on a day, less what was refunded of them or lost in disputes until now. Parameters as above. */
export const revenueStatements = [
  "DELETE FROM daily_figures WHERE measure = 'revenue' AND day = ?1",
  `INSERT INTO daily_figures (measure, day, dimension, value)
    SELECT 'revenue', ?1, currency, sum(paid - refunded - disputed) FROM invoices
    WHERE paid_at >= ?2 AND paid_at < ?3 AND paid_at IS NOT NULL GROUP BY currency ${put}`,
] as const

/** Current values, stored as a day's end. ?1: the day, ?2: now. The queue of reviews is as long as staff let it become. */
export const stockStatements = [
  `INSERT INTO daily_figures (measure, day, dimension, value)
    SELECT measure, ?1, dimension, value FROM live_counts WHERE true ${put}`,
  `INSERT INTO daily_figures (measure, day, dimension, value)
    SELECT 'waiting', ?1, '', count(*) FROM profile_reviews WHERE submitted_at > 0 ${put}`,
  ...(["median", "oldest"] as const).map(
    (which) => `INSERT INTO daily_figures (measure, day, dimension, value)
    SELECT 'waiting_${which}', ?1, '', coalesce(${minutesSince("?2", which)}, 0) WHERE true ${put}`,
  ),
]

/** SQL expression: for how many minutes until `now` (an expression) a submitted profile awaits review; null while none does. */
function minutesSince(now: string, which: "median" | "oldest"): string {
  const queue = "FROM profile_reviews WHERE submitted_at > 0"
  const place = which === "oldest" ? "0" : `(SELECT max(0, count(*) - 1) / 2 ${queue})`
  const since = `SELECT submitted_at ${queue} ORDER BY submitted_at LIMIT 1 OFFSET ${place}`
  return `CAST((${now} - (${since})) / ${MINUTE} AS INTEGER)`
}

/** A day's end is marked last: a run that was interrupted is repeated. */
const markMade = `INSERT INTO daily_figures (measure, day, dimension, value) VALUES ('made', ?1, '', ?2) ${put}`

/** Writes figures of some days, in one transaction: revenue of `paid`, everything else of `days`; stocks of the last of them if it was yesterday. */
export async function writeFigures(
  db: Database,
  { days, paid, yesterday, now }: { days: SiteDay[]; paid: SiteDay[]; yesterday: string; now: number },
): Promise<void> {
  /** Binds those of the values that the statement names. */
  const prepare = (statement: string, ...values: (string | number)[]) => {
    const named = Math.max(...[...statement.matchAll(/\?(\d)/g)].map(([, number]) => Number(number)))
    return db.$client.prepare(statement).bind(...values.slice(0, named))
  }
  const ofDay =
    (statements: readonly string[]) =>
    ({ day, from, before }: SiteDay) =>
      statements.map((statement) => prepare(statement, day, from, before))
  const statements = [
    ...paid.flatMap(ofDay(revenueStatements)),
    ...days.flatMap(ofDay(flowStatements)),
    ...days.flatMap(({ day }) =>
      day === yesterday ? stockStatements.map((statement) => prepare(statement, day, now)) : [],
    ),
    ...days.map(({ day }) => prepare(markMade, day, now)),
  ]
  if (statements.length > 0) await db.$client.batch(statements)
}

/** Selects the last day with figures, and when they were made (epoch ms). */
export function selectLastMade() {
  return sql<{ day: string; at: number }>`
    SELECT day, value AS at FROM daily_figures WHERE measure = 'made' ORDER BY day DESC LIMIT 1`
}

/** Selects the hours (numbered from the epoch) in which invoices were paid that changed since a time (epoch ms). */
export function selectPaidHours(since: number) {
  return sql<{ hour: number }>`
    SELECT DISTINCT paid_at / ${HOUR} AS hour FROM invoices INDEXED BY invoices_updated
    WHERE updated_at >= ${since} AND paid_at IS NOT NULL`
}

/** Selects figures from one day to another. */
export function selectFigures(measures: readonly (Measure | "made")[], from: string, to: string) {
  return sql<{ measure: Measure | "made"; dimension: string; day: string; value: number }>`
    SELECT measure, dimension, day, value FROM daily_figures
    WHERE measure IN ${[...measures]} AND day >= ${from} AND day <= ${to} ORDER BY measure, day, dimension`
}

/** Selects the current number of members. */
export function selectMembersNow() {
  return sql<{ value: number }>`SELECT value FROM live_counts WHERE measure = 'members' AND dimension = ''`
}

export function selectSubscriptionsNow() {
  return sql<{ price: string; value: number }>`
    SELECT dimension AS price, value FROM live_counts WHERE measure = 'subscriptions' AND value > 0`
}

/** Selects the plan of each of the provider's prices. There are a few dozen at most. */
export function selectPlansOfPrices(locale: Locale) {
  return sql<{ price: string; plan: string }>`
    SELECT r.stripe_price AS price, coalesce(t.name, p.type) AS plan FROM prices AS r JOIN plans AS p ON p.id = r.plan_id
    LEFT JOIN plan_texts AS t ON t.plan_id = p.id AND t.locale = ${textLanguage("plan_texts", sql`p.id`, locale)} WHERE r.stripe_price IS NOT NULL`
}

/** Writes a counter's messages by day. Idempotent: an older write never replaces a higher count. */
export async function writeMessages(
  db: Database,
  counter: string,
  days: { day: string; messages: number }[],
): Promise<void> {
  await db.$client
    .prepare(
      `INSERT INTO daily_figures (measure, day, dimension, value)
       SELECT 'messages', d.value ->> 'day', ?1, d.value ->> 'messages' FROM json_each(?2) AS d WHERE true
       ON CONFLICT (measure, day, dimension) DO UPDATE SET value = max(value, excluded.value)`,
    )
    .bind(counter, JSON.stringify(days))
    .run()
}
