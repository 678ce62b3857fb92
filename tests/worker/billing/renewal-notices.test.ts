import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { billingCustomers, notifications, plans, planTexts, prices, subscriptions } from "~/db/schema"
import { DAY } from "~/lib/time"
import { takeLog } from "../helpers/log"
import { deliverMails, mailsTo, receive, runCron } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import { db } from "../helpers/rows"

const now = () => Date.now()
const times = { createdAt: 0, updatedAt: 0 }

beforeAll(async () => {
  await db.insert(plans).values({ id: "plan", type: "premium", state: "active", position: 1, ...times })
  for (const locale of ["en", "fr"] as const)
    await db.insert(planTexts).values({ planId: "plan", locale, name: "Premium", summary: "", features: "" })
  for (const [id, interval, amount] of [
    ["month", "month", 2_900],
    ["year", "year", 29_000],
  ] as const)
    await db.insert(prices).values({
      id,
      planId: "plan",
      state: "active",
      stripePrice: id,
      amount,
      currency: "eur",
      interval,
      intervalCount: 1,
      trialDays: 0,
      ...times,
    })
})

interface Paying {
  locale?: "en" | "fr"
  price?: "month" | "year"
  /** Days until the period ends. */
  days: number
  changes?: Partial<typeof subscriptions.$inferInsert>
  expiry?: { year: number; month: number }
}

async function insertPaying({ locale = "en", price = "month", days, changes = {}, expiry }: Paying) {
  const member = await insertMember({ locale })
  const { id } = member.user
  await db.insert(billingCustomers).values({
    userId: id,
    stripeCustomer: `cus_${id}`,
    version: 1,
    credit: 0,
    cardBrand: "visa",
    cardLast4: "4242",
    cardExpYear: expiry?.year ?? 2099,
    cardExpMonth: expiry?.month ?? 1,
    ...times,
  })
  await db.insert(subscriptions).values({
    id: `s${id}`.slice(0, 26),
    userId: id,
    type: "premium",
    stripeId: `sub_${id}`,
    stripeStatus: "active",
    stripePrice: price,
    startedAt: 1,
    periodStartsAt: 1,
    periodEndsAt: now() + days * DAY,
    ...times,
    ...changes,
    nextAmount: price === "year" ? 29_000 : 2_900,
  })
  return member
}

type Member = Awaited<ReturnType<typeof insertMember>>

const newsOf = async ({ user }: Member) =>
  (await db.select().from(notifications).where(eq(notifications.userId, user.id))).map(({ state }) => state)
const night = async () => {
  await runCron("17 3 * * *")
  takeLog("billing.reconciled")
}

describe("a renewal", () => {
  test.each([
    ["month", 2.5, ["renewing"]],
    ["month", 3.5, []],
    ["year", 14.5, ["renewing"]],
    ["year", 15.5, []],
  ] as const)("of a %s is announced in time, %d days before it", async (price, days, expected) => {
    const member = await insertPaying({ price, days })
    await night()
    await night()
    expect(await newsOf(member)).toEqual(expected)
    expect(await mailsTo(member.user.email)).toHaveLength(expected.length)
  })

  test("of a trial is announced two days before it, as what it is", async () => {
    const trial = { stripeStatus: "trialing", trialEndsAt: now() + 1.5 * DAY } as const
    const member = await insertPaying({ days: 1.5, changes: trial })
    const early = await insertPaying({ days: 2.5, changes: trial })
    await night()
    expect([await newsOf(member), await newsOf(early)]).toEqual([["trial_ending"], []])
  })

  test("that was cancelled is not announced", async () => {
    const member = await insertPaying({ days: 1, changes: { endsAt: now() + DAY } })
    await night()
    expect(await newsOf(member)).toEqual([])
  })

  test.each([
    ["en", "Your plan renews soon", "your plan renews for €290,"],
    ["fr", "Votre formule se renouvelle bientôt", "votre formule se renouvelle pour 290 €"],
  ] as const)("is announced in the member's language: %s", async (locale, subject, sentence) => {
    const member = await insertPaying({ locale, price: "year", days: 10 })
    await night()
    const mail = await receive(member.user.email)
    expect(mail.subject).toContain(subject)
    expect(mail.text.replaceAll(/\s/g, " ")).toContain(sentence)
    expect(mail.text).toContain("4242")
    expect(mail.text).toContain(`http://${locale}.localhost`)
  })
})

describe("a card that expires before the next payment", () => {
  const monthIn = (days: number) => {
    const at = new Date(now() + days * DAY)
    return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 }
  }

  test("is announced once, with a mail that names it", async () => {
    const member = await insertPaying({ days: 20, expiry: monthIn(0) })
    await night()
    await night()
    expect(await newsOf(member)).toEqual(["card_expiring"])
    const mail = await receive(member.user.email)
    expect(mail.subject).toContain("Your card expires soon")
    expect(mail.text).toContain("4242")
  })

  test("is announced again once another one expires", async () => {
    const member = await insertPaying({ days: 20, expiry: monthIn(-31) })
    await night()
    const { year, month } = monthIn(0)
    await db.update(billingCustomers).set({ cardExpYear: year, cardExpMonth: month })
    await night()
    const announced = await mailsTo(member.user.email)
    expect(announced).toHaveLength(2)
  })

  test("is not announced to who cancelled, nor one that lasts", async () => {
    const cancelled = await insertPaying({ days: 20, expiry: monthIn(0), changes: { endsAt: now() + 20 * DAY } })
    const lasting = await insertPaying({ days: 20, expiry: monthIn(70) })
    await night()
    expect([await newsOf(cancelled), await newsOf(lasting)]).toEqual([[], []])
    await deliverMails()
  })
})
