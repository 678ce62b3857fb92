import { env } from "cloudflare:workers"
import { asc, eq } from "drizzle-orm"
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core"
import { beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { dailyFigures, invoices, liveCounts, profileReviews, subscriptions, users } from "~/db/schema"
import {
  flowStatements,
  revenueStatements,
  selectPaidHours,
  stockStatements,
} from "~/domain/back-office/analytics/queries.server"
import { makeFigures } from "~/domain/back-office/analytics/rollup.server"
import { startOfDay } from "~/domain/core/shared/site-days"
import { newId } from "~/lib/id"
import { HOUR } from "~/lib/time"
import { DAY, db, insertCategory, insertCity, insertProfile, insertSubscription, insertUser } from "../../helpers/rows"

const night = (day: string) => startOfDay(day) + DAY + 3 * HOUR
const make = (day: string) => makeFigures({ db: openDatabase(env.DB, "first-primary").db, now: () => night(day) })

async function figuresOf(day: string) {
  const rows = await db.select().from(dailyFigures).where(eq(dailyFigures.day, day)).orderBy(asc(dailyFigures.measure))
  return Object.fromEntries(
    rows
      .filter(({ measure }) => measure !== "made")
      .map(({ measure, dimension, value }) => [dimension ? `${measure} ${dimension}` : measure, value]),
  )
}

let made = 0
async function insertInvoice(row: Partial<typeof invoices.$inferInsert> & { paidAt: number | null }) {
  made += 1
  const at = row.paidAt ?? Date.parse("2024-01-01")
  const base = { id: newId(at), userId: (await insertUser()).id, stripeInvoice: `in_${made}`, number: String(made) }
  const money = { status: "paid" as const, currency: "eur", total: 2900, tax: 0, paid: 2900, refunded: 0, due: 0 }
  const times = { periodStartsAt: at, periodEndsAt: at, issuedAt: at, attempts: 1, createdAt: at, updatedAt: at }
  await db.insert(invoices).values({ ...base, ...money, ...times, ...row })
  return base
}

beforeEach(async () => {
  for (const table of [dailyFigures, invoices, profileReviews, subscriptions]) await db.delete(table)
})

describe("the figures of a day", () => {
  test("begin and end at midnight in Paris, on the days of the clock change too", async () => {
    for (const [day, hours] of [
      ["2024-03-31", 23],
      ["2024-10-27", 25],
      ["2024-06-15", 24],
    ] as const) {
      await db.delete(dailyFigures)
      await db.update(users).set({ createdAt: 0 })
      const from = startOfDay(day)
      for (const createdAt of [from - 1, from, from + hours * HOUR - 1, from + hours * HOUR])
        await insertUser({ createdAt })
      await make(day)
      expect([day, (await figuresOf(day)).new_members]).toEqual([day, 2])
    }
  })

  test("have the profiles published on it, the members and the queue of reviews of the night after", async () => {
    const day = "2024-02-10"
    const place = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
    const profiles = []
    for (const hours of [-1, 1, 5, 30])
      profiles.push(await insertProfile({ ...place, publishedAt: startOfDay(day) + hours * HOUR }))
    for (const [index, hours] of [10, 4, 2].entries())
      await db
        .insert(profileReviews)
        .values({ profileId: profiles[index]?.id ?? "", submittedAt: night(day) - hours * HOUR })
    await make(day)
    const [members] = await db
      .select({ value: liveCounts.value })
      .from(liveCounts)
      .where(eq(liveCounts.measure, "members"))
    expect(await figuresOf(day)).toMatchObject({
      new_profiles: 2,
      waiting: 3,
      waiting_median: 240,
      waiting_oldest: 600,
      members: members?.value,
    })
    expect(members?.value).toBe((await db.$count(users)) as number)
  })

  test("have the revenue of each currency, less refunds, by the day of the payment", async () => {
    const [day, next] = ["2024-04-10", "2024-04-11"]
    const at = startOfDay(day) + HOUR
    const refunded = await insertInvoice({ paidAt: at })
    await insertInvoice({ paidAt: at + HOUR, paid: 7800 })
    await insertInvoice({ paidAt: at, currency: "gbp", paid: 2500 })
    await insertInvoice({ paidAt: at + DAY })
    await insertInvoice({ paidAt: null, paid: 0 })
    await make(day)
    expect(await figuresOf(day)).toMatchObject({ "revenue eur": 10_700, "revenue gbp": 2500 })
    expect(await figuresOf(next)).toEqual({})
    await db
      .update(invoices)
      .set({ refunded: 2900, updatedAt: night(next) - HOUR })
      .where(eq(invoices.id, refunded.id))
    await make(next)
    expect([await figuresOf(day), await figuresOf(next)]).toMatchObject([
      { "revenue eur": 7800, "revenue gbp": 2500 },
      { "revenue eur": 2900 },
    ])
  })

  test("lose a currency whose invoices are gone", async () => {
    const day = "2024-05-10"
    const { id } = await insertInvoice({ paidAt: startOfDay(day), currency: "gbp" })
    await make(day)
    await db
      .update(invoices)
      .set({ currency: "eur", updatedAt: night(day) })
      .where(eq(invoices.id, id))
    await make("2024-05-11")
    const figures = await figuresOf(day)
    expect([figures["revenue gbp"], figures["revenue eur"]]).toEqual([undefined, 2900])
  })
})

describe("the night's figures", () => {
  test("are the same however often they are made", async () => {
    const day = "2024-07-10"
    await insertInvoice({ paidAt: startOfDay(day) })
    await make(day)
    const first = await db.select().from(dailyFigures)
    await make(day)
    await make(day)
    expect(await db.select().from(dailyFigures)).toEqual(first)
  })

  test("are made of the days that the cron missed, but for what only their own night could see", async () => {
    await make("2024-08-01")
    await insertUser({ createdAt: startOfDay("2024-08-03") + HOUR })
    await insertInvoice({ paidAt: startOfDay("2024-08-02") })
    await make("2024-08-05")
    const days = ["2024-08-02", "2024-08-03", "2024-08-04", "2024-08-05"]
    const all = await Promise.all(days.map(figuresOf))
    expect(all.map((figures) => figures.new_members)).toEqual([0, 1, 0, 0])
    expect(all.map((figures) => figures["revenue eur"])).toEqual([2900, undefined, undefined, undefined])
    expect(all.map((figures) => "members" in figures)).toEqual([false, false, false, true])
  })

  test("of the first one go back two years, for what rows still say", async () => {
    await insertInvoice({ paidAt: startOfDay("2020-01-01") })
    await insertUser({ createdAt: startOfDay("2023-01-15") })
    await make("2024-09-01")
    expect(await figuresOf("2023-01-15")).toMatchObject({ new_members: 1 })
    expect(await figuresOf("2020-01-01")).toEqual({ "revenue eur": 2900 })
    expect(await figuresOf("2022-01-01")).toEqual({})
  })
})

describe("the counts of members and subscriptions", () => {
  const counted = async () =>
    Object.fromEntries(
      (await db.select().from(liveCounts)).map(({ measure, dimension, value }) => [`${measure} ${dimension}`, value]),
    )

  test("follow whatever is inserted, changed and deleted", async () => {
    const before = await counted()
    const [user, other] = [await insertUser(), await insertUser()]
    const paid = await insertSubscription({ userId: user.id, stripePrice: "price_counted" })
    await insertSubscription({ userId: other.id, stripePrice: null, stripeStatus: "canceled" })
    expect(await counted()).toEqual({
      ...before,
      "members ": (before["members "] ?? 0) + 2,
      "subscriptions price_counted": 1,
    })
    const change = (set: Partial<typeof subscriptions.$inferInsert>) =>
      db.update(subscriptions).set(set).where(eq(subscriptions.id, paid.id))
    await change({ stripeStatus: "past_due", stripePrice: "price_other" })
    expect(await counted()).toMatchObject({ "subscriptions price_counted": 0, "subscriptions price_other": 1 })
    await change({ stripeStatus: "canceled" })
    expect(await counted()).toMatchObject({ "subscriptions price_other": 0 })
    await change({ stripeStatus: "active" })
    await db.delete(users).where(eq(users.id, user.id))
    expect(await counted()).toMatchObject({ "subscriptions price_other": 0, "members ": (before["members "] ?? 0) + 1 })
  })
})

test("the statements of the night read ranges of indexes, and no table whole but the small counts", async () => {
  const { sql: paidHours } = new SQLiteAsyncDialect().sqlToQuery(selectPaidHours(0))
  const scans: string[] = []
  for (const statement of [...flowStatements, ...revenueStatements, ...stockStatements, paidHours]) {
    const named = new Set(statement.match(/\?\d/g) ?? []).size || (statement.match(/\?/g) ?? []).length
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${statement}`)
      .bind(...Array.from({ length: named }, () => 1))
      .all<{ detail: string }>()
    scans.push(...results.map(({ detail }) => detail).filter((detail) => /^SCAN (?!CONSTANT)/.test(detail)))
  }
  expect(scans).toEqual(["SCAN live_counts"])
})
