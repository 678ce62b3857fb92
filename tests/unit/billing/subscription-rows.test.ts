import { describe, expect, test } from "vitest"
import { findIssues, isNews } from "~/domain/billing/sync/issues"
import { reduceSubscriptions, type SubscriptionState, withTypes } from "~/domain/billing/sync/subscription-rows"
import type { ProvidedDispute, ProvidedSubscription } from "~/domain/core/ports/payments"

const now = 1_000_000

const provided = (changes: Partial<ProvidedSubscription> = {}): ProvidedSubscription => ({
  ref: "sub_a",
  type: "premium",
  status: "active",
  price: "price_a",
  quantity: 1,
  createdAt: 1,
  periodStartsAt: 1,
  periodEndsAt: 2_000_000,
  trialEndsAt: null,
  endsAt: null,
  next: null,
  trial: null,
  ...changes,
})
const reduce = (list: ProvidedSubscription[], stored: SubscriptionState[] = [], types = new Map<string, string>()) =>
  reduceSubscriptions(withTypes(list, types), stored, now)

describe("a subscription that the provider does not know any more", () => {
  test("has ended, at the latest now, and will not be paid again", () => {
    const stored = reduce([provided({ next: { amount: 2_900, currency: "eur" } })])
    expect(reduce([], stored)).toMatchObject([
      { stripeId: "sub_a", stripeStatus: "canceled", endsAt: now, nextAmount: null },
    ])
    const cancelled = reduce([provided({ endsAt: 500 })])
    expect(reduce([], cancelled)).toMatchObject([{ stripeStatus: "canceled", endsAt: 500 }])
  })

  test("takes the access of its trial with it, and leaves what staff gave", () => {
    const [subscription, trial] = reduce([provided({ status: "trialing", trialEndsAt: 1_500_000 })])
    if (!subscription || !trial) throw new Error("A trial has two rows")
    const grant = { ...trial, stripeId: "grant:one" }
    const rows = reduce([], [subscription, trial, grant])
    expect(rows.map(({ stripeId, stripeStatus }) => [stripeId, stripeStatus])).toEqual([
      ["sub_a", "canceled"],
      ["trial:sub_a", "canceled"],
    ])
  })
})

describe("the type of a subscription", () => {
  const typeOf = (changes: Partial<ProvidedSubscription>) =>
    reduce([provided(changes)], [], new Map([["price_gold", "gold"]]))[0]?.type

  test("is that of the plan whose price it pays, else of its purchase, else one that opens nothing", () => {
    expect(typeOf({ type: null, price: "price_gold" })).toBe("gold")
    expect(typeOf({ type: "premium", price: "price_gold" })).toBe("gold")
    expect(typeOf({ type: "premium", price: "price_of_before" })).toBe("premium")
    expect(typeOf({ type: null, price: "price_foreign" })).toBe("default")
    expect(typeOf({ type: null, price: null })).toBe("default")
  })
})

describe("the issues of a customer", () => {
  const dispute = (state: ProvidedDispute["state"]): ProvidedDispute => ({
    ref: "dp_a",
    invoice: "in_a",
    amount: 2_900,
    currency: "eur",
    state,
    held: 2_900,
  })
  const issuesOf = (subscriptions: ProvidedSubscription[], disputes: ProvidedDispute[] = []) =>
    findIssues("cus_a", { subscriptions, disputes, failedRefunds: [] }, reduce(subscriptions), new Map())

  test("are none of a plan that was bought here", () => {
    expect(issuesOf([provided()])).toEqual([])
  })

  test("are a price of no plan while its subscription runs, and two subscriptions at once", () => {
    const foreign = { type: null, price: "price_foreign" }
    expect(issuesOf([provided(foreign)])).toMatchObject([{ kind: "unknown_price", subject: "sub_a" }])
    expect(issuesOf([provided({ ...foreign, status: "canceled" })])).toEqual([])
    expect(issuesOf([provided(), provided({ ref: "sub_b" })])).toMatchObject([
      { kind: "two_subscriptions", subject: "cus_a", status: "2" },
    ])
  })

  test("are news when they are new or changed, but not a dispute that was over before", () => {
    const [open] = issuesOf([], [dispute("open")])
    const [lost] = issuesOf([], [dispute("lost")])
    const [over] = issuesOf([], [dispute("over")])
    if (!open || !lost || !over) throw new Error("A dispute is an issue")
    expect([isNews(open, []), isNews(open, [open]), isNews(lost, [open])]).toEqual([true, false, true])
    expect([isNews(over, []), isNews(over, [open]), isNews(over, [over])]).toEqual([false, true, false])
    // An issue that finance settled stays settled until it changes.
    expect(isNews(open, [{ ...open, state: "settled" }])).toBe(false)
  })
})
