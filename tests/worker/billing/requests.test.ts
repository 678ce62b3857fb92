import { and, eq, gt, like, max } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { auditLog, billingActions, billingRequests, invoices, settings, users } from "~/db/schema"
import { DAY } from "~/lib/time"
import { asStaff, type Caller } from "../back-office/records/people"
import { en, fr } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { ask, runCron, submit } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import { control, customerOf, insertPlan, stripe, subscribe, withSimulator } from "../helpers/payments"
import { db, insertGrant } from "../helpers/rows"

withSimulator("requests")

let begun = 0
beforeEach(async () => {
  for (const table of [billingActions, billingRequests, settings]) await db.delete(table)
  const [last] = await db.select({ seq: max(auditLog.seq) }).from(auditLog)
  begun = last?.seq ?? 0
})

type Member = Awaited<ReturnType<typeof insertMember>>

const insertBuyer = async (amount = 29_000) => {
  const [sold] = await insertPlan([amount])
  const member = await insertMember()
  await subscribe(member, sold?.id ?? "")
  const [invoice] = await db.select().from(invoices).where(eq(invoices.userId, member.user.id))
  return { member, invoice: invoice?.id ?? "" }
}
const refundedOf = async (member: Member) =>
  (await stripe.charges.list({ customer: await customerOf(member) })).data.reduce(
    (sum, { amount_refunded }) => sum + amount_refunded,
    0,
  )
const givenTo = async (member: Member) => {
  const billing = await (await member.call("GET", "/me/billing")).json<{ complimentary_until: number | null }>()
  return billing.complimentary_until === null ? 0 : Math.round((billing.complimentary_until - Date.now()) / DAY)
}
const act = async (staff: Caller, name: "confirm" | "drop", id: string): Promise<string | null> => {
  const { body } = await staff.call("POST", `/billing-requests/acts/${name}`, { ids: [id] })
  return body.failed[0]?.code ?? null
}
const stateOf = async (id: string) =>
  (await db.select().from(billingRequests).where(eq(billingRequests.id, id)))[0]?.state
/** Returns the entries of billing since the test began: the log is never emptied. */
const entries = async () =>
  (
    await db
      .select()
      .from(auditLog)
      .where(and(like(auditLog.action, "billing.%"), gt(auditLog.seq, begun)))
      .orderBy(auditLog.seq)
  )
    .filter(({ action }) => action !== "billing.read")
    .map(({ action, actorId }) => [action, actorId])
const set = (key: string, value: number) =>
  db.insert(settings).values({ key, value: JSON.stringify(value), version: 1, updatedAt: 0 })

let keys = 0
const refund = (staff: Caller, invoice: string, amount?: number, key = `refund-key-${++keys}`) =>
  staff.call("POST", `/invoices/${invoice}/refund`, { amount, reason: "A mishap", key })
const give = (staff: Caller, { user }: Member, days: number, key = `gift-key-${++keys}`) =>
  staff.call("POST", `/members/${user.id}/grants`, { days, reason: "A mishap", key })

describe("a refund beyond the limit", () => {
  test("changes nothing until a colleague confirms it, and is refunded once by it", async () => {
    const { member, invoice } = await insertBuyer()
    const [first, second] = [await asStaff("finance"), await asStaff("finance")]
    const asked = await refund(first, invoice)
    expect([asked.status, asked.body.state]).toEqual([202, "pending"])
    const id = asked.body.request_id as string
    expect([await refundedOf(member), await db.select().from(billingActions)]).toEqual([0, []])
    expect(await act(first, "confirm", id)).toBe("billing.second_person")
    expect(await refundedOf(member)).toBe(0)
    expect(await act(second, "confirm", id)).toBeNull()
    expect(await act(second, "confirm", id)).toBe("conflict.changed")
    expect([await refundedOf(member), await stateOf(id)]).toEqual([29_000, "confirmed"])
    const actions = await db.select().from(billingActions)
    expect(actions.map(({ kind, amount, staffId }) => [kind, amount, staffId])).toEqual([["refund", 29_000, first.id]])
    expect(await entries()).toEqual([
      ["billing.request", first.id],
      ["billing.refund", second.id],
    ])
  })

  test("counts what came back of the invoice before: parts below the limit add up to it", async () => {
    const { member, invoice } = await insertBuyer()
    const finance = await asStaff("finance")
    expect((await refund(finance, invoice, 10_000)).status).toBe(204)
    expect((await refund(finance, invoice, 1)).status).toBe(202)
    expect(await refundedOf(member)).toBe(10_000)
  })

  test("is not passed by two parts at the same moment", async () => {
    const { member, invoice } = await insertBuyer()
    const staff = [await asStaff("finance"), await asStaff("finance")]
    await Promise.all(staff.map((one) => refund(one, invoice, 6_000)))
    expect(await refundedOf(member)).toBe(6_000)
    takeLog("request.failed")
  })

  test("is asked for once by a repeated call, and by one request at a time", async () => {
    const { invoice } = await insertBuyer()
    const [first, second] = [await asStaff("finance"), await asStaff("finance")]
    const asked = await refund(first, invoice, 20_000, "the-same-key")
    expect((await refund(first, invoice, 20_000, "the-same-key")).body).toEqual(asked.body)
    const other = await refund(second, invoice, 15_000)
    expect([other.status, other.body.code]).toEqual([409, "billing.request_pending"])
    expect(await act(first, "drop", asked.body.request_id)).toBeNull()
    expect((await refund(first, invoice, 20_000, "the-same-key")).body.code).toBe("conflict.changed")
    expect((await refund(second, invoice, 15_000)).status).toBe(202)
  })

  test.each(["refused", "withdrawn"] as const)("changes nothing when it is %s, which is recorded", async (state) => {
    const { member, invoice } = await insertBuyer()
    const [first, second] = [await asStaff("finance"), await asStaff("finance")]
    const { request_id: request } = (await refund(first, invoice)).body
    const by = state === "refused" ? second : first
    expect(await act(by, "drop", request)).toBeNull()
    expect([await stateOf(request), await refundedOf(member)]).toEqual([state, 0])
    expect(await act(second, "confirm", request)).toBe("conflict.changed")
    expect([await refundedOf(member), await db.select().from(billingActions)]).toEqual([0, []])
    const name = state === "refused" ? "billing.request_refuse" : "billing.request_withdraw"
    expect(await entries()).toEqual([
      ["billing.request", first.id],
      [name, by.id],
    ])
  })

  test("is looked at again when it is confirmed: less may be left by then", async () => {
    const { member, invoice } = await insertBuyer()
    const [first, second] = [await asStaff("finance"), await asStaff("finance")]
    const { request_id: request } = (await refund(first, invoice)).body
    expect((await refund(second, invoice, 5_000)).status).toBe(204)
    expect(await act(second, "confirm", request)).toBe("billing.nothing_to_refund")
    expect([await refundedOf(member), await stateOf(request)]).toEqual([5_000, "pending"])
  })

  test("is looked at at the provider too: a refund that we do not know of counts", async () => {
    const { member, invoice } = await insertBuyer()
    const [first, second] = [await asStaff("finance"), await asStaff("finance")]
    const { request_id: request } = (await refund(first, invoice)).body
    const [charge] = (await stripe.charges.list({ customer: await customerOf(member) })).data
    await stripe.refunds.create({ charge: charge?.id ?? "", amount: 1_000 })
    expect(await act(second, "confirm", request)).toBe("billing.nothing_to_refund")
    expect(await refundedOf(member)).toBe(1_000)
  })

  test("waits on when the provider fails, and is carried out once by the next confirmation", async () => {
    const { member, invoice } = await insertBuyer()
    const [first, second] = [await asStaff("finance"), await asStaff("finance")]
    const { request_id: request } = (await refund(first, invoice)).body
    await control("faults", { mode: "lost", paths: ["/v1/refunds"] })
    expect(await act(second, "confirm", request)).toBe("billing.unavailable")
    await control("faults", { mode: "none" })
    takeLog("record.failed")
    expect(await stateOf(request)).toBe("pending")
    expect(await act(second, "confirm", request)).toBeNull()
    expect([await refundedOf(member), await stateOf(request)]).toEqual([29_000, "confirmed"])
  })

  test("is carried out once by two colleagues who confirm it at the same time", async () => {
    const { member, invoice } = await insertBuyer()
    const [first, ...others] = [await asStaff("finance"), await asStaff("finance"), await asStaff("finance")]
    const { request_id: request } = (await refund(first, invoice, 20_000)).body
    await Promise.all(others.map((one) => act(one, "confirm", request)))
    expect([await refundedOf(member), await stateOf(request)]).toEqual([20_000, "confirmed"])
    expect(await db.select().from(billingActions)).toHaveLength(1)
    expect((await entries()).filter(([action]) => action === "billing.refund")).toHaveLength(1)
    takeLog("request.failed")
  })

  test("expires after seven days", async () => {
    const { member, invoice } = await insertBuyer()
    const [first, second] = [await asStaff("finance"), await asStaff("finance")]
    const { request_id: request } = (await refund(first, invoice)).body
    await db.update(billingRequests).set({ expiresAt: Date.now() - 1 })
    expect(await act(second, "confirm", request)).toBe("conflict.changed")
    await runCron("*/5 * * * *")
    expect([await stateOf(request), await refundedOf(member)]).toEqual(["expired", 0])
    expect((await refund(first, invoice)).status).toBe(202)
  })

  test("has the limit of the settings", async () => {
    const { member, invoice } = await insertBuyer(2_900)
    const finance = await asStaff("finance")
    await set("payments.refund_limit", 2_000)
    expect((await refund(finance, invoice, 2_001)).status).toBe(202)
    expect((await refund(finance, invoice, 2_000)).status).toBe(204)
    expect(await refundedOf(member)).toBe(2_000)
  })
})

describe("a refund within the limit", () => {
  test("is made once by two calls with one key at the same time", async () => {
    const { member, invoice } = await insertBuyer(2_900)
    const finance = await asStaff("finance")
    await Promise.all([
      refund(finance, invoice, 1_000, "pressed-twice"),
      refund(finance, invoice, 1_000, "pressed-twice"),
    ])
    expect(await refundedOf(member)).toBe(1_000)
    expect(await db.select().from(billingActions)).toHaveLength(1)
    const [row] = await db.select().from(invoices).where(eq(invoices.userId, member.user.id))
    expect(row?.refunded).toBe(1_000)
  })

  test("of two colleagues at the same time is never more than was paid", async () => {
    const { member, invoice } = await insertBuyer(2_900)
    const staff = [await asStaff("finance"), await asStaff("finance")]
    await Promise.all(staff.map((one) => refund(one, invoice)))
    expect(await refundedOf(member)).toBe(2_900)
    takeLog("request.failed")
  })
})

describe("a gift beyond the limit", () => {
  test("gives nothing until a colleague confirms it", async () => {
    const member = await insertMember()
    const [first, second] = [await asStaff("finance"), await asStaff("finance")]
    const asked = await give(first, member, 365)
    expect([asked.status, await givenTo(member)]).toEqual([202, 0])
    expect(await act(first, "confirm", asked.body.request_id)).toBe("billing.second_person")
    expect(await act(second, "confirm", asked.body.request_id)).toBeNull()
    expect(await act(second, "confirm", asked.body.request_id)).toBe("conflict.changed")
    expect(await givenTo(member)).toBe(365)
    const actions = await db.select().from(billingActions)
    expect(actions.map(({ kind, amount, staffId }) => [kind, amount, staffId])).toEqual([["grant", 365, first.id]])
    expect(await entries()).toEqual([
      ["billing.request", first.id],
      ["billing.grant", second.id],
    ])
  })

  test("counts what was given before: short gifts add up to it, also at the same moment", async () => {
    const member = await insertMember()
    const finance = await asStaff("finance")
    expect((await give(finance, member, 60)).status).toBe(204)
    const both = await Promise.all([give(finance, member, 30), give(finance, member, 30)])
    expect(both.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(await givenTo(member)).toBe(90)
    expect((await give(finance, member, 3)).status).not.toBe(204)
    expect(await givenTo(member)).toBe(90)
  })

  test("is refused by its member, who is a colleague, and for a member who is gone", async () => {
    const [first, second] = [await asStaff("finance"), await asStaff("finance")]
    const own = await first.call("POST", `/members/${second.id}/grants`, {
      days: 365,
      reason: "x",
      key: "for-a-friend",
    })
    expect(await act(second, "confirm", own.body.request_id)).toBe("staff.own_account")
    const member = await insertMember()
    const { request_id: request } = (await give(first, member, 365)).body
    await db.delete(users).where(eq(users.id, member.user.id))
    expect(await act(second, "confirm", request)).toBe("request.not_found")
    expect(await db.select().from(billingActions)).toEqual([])
  })

  test("can be confirmed by nobody without the permission", async () => {
    const member = await insertMember()
    const { request_id: request } = (await give(await asStaff("finance"), member, 365)).body
    for (const role of ["support", "auditor", "moderator"] as const) {
      const other = await asStaff(role)
      const { status } = await other.call("POST", "/billing-requests/acts/confirm", { ids: [request] })
      expect([role, status]).toEqual([role, 404])
    }
    expect(await givenTo(member)).toBe(0)
  })

  test("has the limit of the settings", async () => {
    const member = await insertMember()
    const finance = await asStaff("finance")
    await set("payments.gift_days", 10)
    expect((await give(finance, member, 11)).status).toBe(202)
    expect((await give(finance, member, 10)).status).toBe(204)
  })
})

describe("the pages of requests", () => {
  test("say in both languages that a colleague must confirm, and count it for that colleague alone", async () => {
    const { member } = await insertBuyer()
    const [author, colleague] = [await insertMember(), await asStaff("finance")]
    await insertGrant({ userId: author.user.id, role: "finance" })
    const headers = { Cookie: author.cookie }
    for (const [site, text] of [
      [en, "A colleague must confirm this"],
      [fr, "Un collègue doit le confirmer"],
    ] as const) {
      const page = `${site}/dashboard/admin/users/${member.user.id}`
      const form = { intent: "grant", key: "the-page-key", days: "365", reason: "A mishap" }
      expect(await (await submit(page, form, { headers })).text()).toContain(text)
    }
    const countFor = async (headers: object) => {
      const response = await ask("/api/admin/queues", { headers: headers as HeadersInit })
      const { data } = await response.json<{ data: { name: string; count: number }[] }>()
      return data.find(({ name }) => name === "billing-requests")?.count
    }
    expect(await countFor({ Authorization: `Bearer ${author.session.token}` })).toBe(0)
    const { body } = await colleague.call("GET", "/queues")
    expect(body.data.find(({ name }: { name: string }) => name === "billing-requests").count).toBe(1)
    const list = await (await colleague.open("/billing-requests")).text()
    expect(list).toContain("Gift of Premium")
    expect(list).toContain("To be confirmed")
  })
})
