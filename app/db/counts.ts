import type { Trigger } from "./guards.ts"

/** The statuses of a subscription that gives access. */
const active = "('active', 'trialing', 'past_due')"

const add = (measure: string, dimension: string, condition = "true") =>
  `INSERT INTO live_counts (measure, dimension, value) SELECT '${measure}', ${dimension}, 1 WHERE ${condition}
    ON CONFLICT (measure, dimension) DO UPDATE SET value = value + 1`
const take = (measure: string, dimension: string, condition = "true") =>
  `UPDATE live_counts SET value = value - 1 WHERE measure = '${measure}' AND dimension = ${dimension} AND ${condition}`

const priceOf = (row: "NEW" | "OLD") => `coalesce(${row}.stripe_price, '')`
const isActive = (row: "NEW" | "OLD") => `${row}.stripe_status IN ${active}`

/** live_counts follows users and subscriptions: the night's figures read it instead of counting them. */
export const figureTriggers: Trigger[] = [
  { name: "users_counted", event: "INSERT", table: "users", body: [add("members", "''")] },
  { name: "users_uncounted", event: "DELETE", table: "users", body: [take("members", "''")] },
  {
    name: "subscriptions_counted",
    event: "INSERT",
    table: "subscriptions",
    when: isActive("NEW"),
    body: [add("subscriptions", priceOf("NEW"))],
  },
  {
    name: "subscriptions_recounted",
    event: "UPDATE",
    columns: ["stripe_status", "stripe_price"],
    table: "subscriptions",
    body: [
      take("subscriptions", priceOf("OLD"), isActive("OLD")),
      add("subscriptions", priceOf("NEW"), isActive("NEW")),
    ],
  },
  {
    name: "subscriptions_uncounted",
    event: "DELETE",
    table: "subscriptions",
    when: isActive("OLD"),
    body: [take("subscriptions", priceOf("OLD"))],
  },
]
