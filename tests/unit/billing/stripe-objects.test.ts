import type Stripe from "stripe"
import { describe, expect, test } from "vitest"
import { addUp, toInvoice, toPreview, toSubscription } from "../../../worker/adapters/stripe/objects"

const nothing = () => ({ refunded: 0, disputed: 0 })

/** The properties of an invoice that are read. */
const invoiceWith = (changes: object) =>
  ({
    id: "in_1",
    number: "N-1",
    status: "paid",
    currency: "eur",
    total: 26_100,
    amount_paid: 26_100,
    amount_remaining: 0,
    period_start: 1,
    period_end: 2,
    created: 3,
    attempt_count: 1,
    total_taxes: [],
    status_transitions: { finalized_at: 3, paid_at: 4 },
    lines: { data: [lineOf("price_month", -2_900, [10, 20]), lineOf("price_year", 29_000, [10, 400])] },
    ...changes,
  }) as unknown as Stripe.Invoice

const lineOf = (price: string, amount: number, [start, end]: [number, number]) => ({
  amount,
  period: { start, end },
  pricing: { price_details: { price } },
})

describe("an invoice", () => {
  test("of a change of plan is for the new price and its period, not for the credit that stands first", () => {
    expect(toInvoice(invoiceWith({}), nothing)).toMatchObject({
      price: "price_year",
      periodStartsAt: 10_000,
      periodEndsAt: 400_000,
    })
  })

  test("says when its payment is tried again while it is open, and not once it is paid", () => {
    const next_payment_attempt = 500
    expect(toInvoice(invoiceWith({ status: "open", next_payment_attempt }), nothing)?.nextRetryAt).toBe(500_000)
    expect(toInvoice(invoiceWith({ next_payment_attempt }), nothing)?.nextRetryAt).toBeNull()
  })

  test("that is a draft is none yet", () => {
    expect(toInvoice(invoiceWith({ status: "draft" }), nothing)).toBeNull()
  })
})

describe("what came back of a payment", () => {
  test("is the sum of its tries, in whatever order they are listed, without refunds that failed", () => {
    const failed = { intent: "pi_a", refunds: [], held: 0 }
    const refunds = [
      { amount: 500, status: "succeeded" },
      { amount: 200, status: "pending" },
      { amount: 900, status: "failed" },
      { amount: 800, status: "canceled" },
    ]
    const paid = { intent: "pi_a", refunds, held: 1_000 }
    for (const tries of [
      [paid, failed, failed],
      [failed, failed, paid],
    ])
      expect(addUp(tries)("pi_a")).toEqual({ refunded: 700, disputed: 1_000 })
    expect(addUp([paid])("pi_b")).toEqual({ refunded: 0, disputed: 0 })
  })
})

describe("a subscription", () => {
  const subscriptionWith = (changes: object) =>
    ({
      id: "sub_1",
      metadata: {},
      start_date: 1,
      trial_end: null,
      ended_at: null,
      cancel_at: null,
      status: "active",
      cancel_at_period_end: false,
      items: { data: [{ price: { id: "price_a" }, quantity: 1, current_period_start: 10, current_period_end: 20 }] },
      ...changes,
    }) as unknown as Stripe.Subscription
  const endOf = (changes: object) => toSubscription(subscriptionWith(changes), null).endsAt

  test("that was cancelled ends with its trial while it lasts, and with its period after that", () => {
    const cancelled = { cancel_at_period_end: true, trial_end: 15 }
    expect(endOf({ ...cancelled, status: "trialing" })).toBe(15_000)
    expect(endOf(cancelled)).toBe(20_000)
    expect(endOf({ cancel_at: 18 })).toBe(18_000)
    expect(endOf({ ...cancelled, ended_at: 12 })).toBe(12_000)
    expect(endOf({})).toBeNull()
  })

  test("that was made in the provider's dashboard has no type of ours", () => {
    expect(toSubscription(subscriptionWith({}), null).type).toBeNull()
    expect(toSubscription(subscriptionWith({ metadata: { type: "premium" } }), null).type).toBe("premium")
  })
})

describe("the preview of a change", () => {
  const previewWith = (changes: object) =>
    toPreview(
      {
        currency: "eur",
        amount_due: 0,
        total: -26_000,
        starting_balance: 0,
        lines: { data: [lineOf("price_year", -28_900, [10, 400]), lineOf("price_month", 2_900, [10, 40])] },
        ...changes,
      } as unknown as Stripe.Invoice,
      7,
    )

  test("adds the credit that there was to the credit that it makes", () => {
    expect(previewWith({})).toMatchObject({ credit: 26_000, unused: 28_900, at: 7_000, nextAt: 400_000 })
    expect(previewWith({ starting_balance: -1_500 })).toMatchObject({ credit: 27_500 })
    expect(previewWith({ total: 900, starting_balance: -1_500 })).toMatchObject({ credit: 600 })
    expect(previewWith({ total: 900, starting_balance: 0 })).toMatchObject({ credit: 0 })
  })
})
