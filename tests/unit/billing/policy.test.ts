import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { stripeStatuses } from "~/db/schema/billing"
import { toCsv } from "~/domain/billing/invoices.server"
import { premiumEvidence, refundOf, withdrawableUntil } from "~/domain/billing/policy"
import type { Invoice } from "~/domain/billing/schema"
import type { SubscriptionState } from "~/domain/billing/sync/subscription-rows"
import { isPremium } from "~/domain/core/actor/actor"

const DAY = 24 * 60 * 60_000
const start = Date.UTC(2026, 0, 1)
const month = { paid: 3_000, refunded: 0, periodStartsAt: start, periodEndsAt: start + 30 * DAY }

describe("the refund of a withdrawal", () => {
  test("is the share of the days not begun, rounded up, less what was refunded before", () => {
    expect(refundOf(month, start)).toBe(3_000)
    expect(refundOf(month, start + 1)).toBe(2_900)
    expect(refundOf(month, start + 13.5 * DAY)).toBe(1_600)
    // 2,899.03 cents.
    expect(refundOf({ ...month, paid: 2_999 }, start + 1)).toBe(2_900)
    expect(refundOf({ ...month, refunded: 1_000 }, start + 1)).toBe(1_900)
    expect(refundOf({ ...month, refunded: 3_000 }, start + 1)).toBe(0)
  })

  test("is never more than was paid and is left, nor less than nothing, at any time", () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), fc.integer({ min: -90, max: 400 }), (paid, refunded, days) => {
        const refund = refundOf({ ...month, paid, refunded }, start + days * DAY)
        expect(refund).toBeGreaterThanOrEqual(0)
        expect(refund).toBeLessThanOrEqual(Math.max(0, paid - refunded))
      }),
    )
  })

  test("is possible for fourteen days, to the millisecond, while the plan lasts", () => {
    const plan = { startedAt: start, stripeStatus: "active" as const }
    expect(withdrawableUntil(plan, start + 14 * DAY - 1)).toBe(start + 14 * DAY)
    expect(withdrawableUntil(plan, start + 14 * DAY)).toBeNull()
    expect(withdrawableUntil({ ...plan, stripeStatus: "canceled" }, start)).toBeNull()
  })
})

test("the evidence of Premium decides as product-spec 6 does, for every status, type, group and profile", () => {
  const profile = { id: "p", slug: "p", state: "draft" as const }
  for (const stripeStatus of stripeStatuses)
    for (const type of ["premium", "other"])
      for (const stripeId of ["sub_1", "trial:sub_1", "grant:1"])
        for (const root of [true, false])
          for (const owned of [profile, null]) {
            const row = { stripeId, type, stripeStatus, startedAt: 1, endsAt: null } as SubscriptionState
            const groups = [{ name: "g", root }]
            const subscriptions = [{ type, stripe_status: stripeStatus, stripe_price: null }]
            const { holds } = premiumEvidence({ groups, profile: owned }, [row])
            expect(holds).toBe(isPremium({ subscriptions, groups, profile: owned }))
          }
})

test("a cell of the CSV is quoted, and never runs as a formula", () => {
  const invoice: Invoice = {
    id: "1",
    number: '=HYPERLINK("x"),1',
    status: "paid",
    currency: "eur",
    total: 2_905,
    tax: 484,
    paid: 2_905,
    refunded: 0,
    due: 0,
    period_starts_at: start,
    period_ends_at: start,
    issued_at: start,
    paid_at: start,
  }
  const [, line] = toCsv({ locale: "en" }, [invoice]).split("\r\n")
  expect(line).toBe(`"'=HYPERLINK(""x""),1","2026-01-01","2026-01-01","2026-01-01","29.05","4.84","0.00","EUR","Paid"`)
})
