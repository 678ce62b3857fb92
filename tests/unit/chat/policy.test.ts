import { describe, expect, test } from "vitest"
import { stripeStatuses } from "~/db/schema/billing"
import type { CurrentUser, OwnProfile, Subscription } from "~/domain/core/actor/actor"
import { hasPermission, isPremium, isSignedIn, isSubscribedTo } from "~/domain/core/actor/actor"

/** Stripe's own list, docs.stripe.com/billing/subscriptions/overview. */
const statuses = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const
const types = ["premium", "default", "Premium", "premium ", ""]
const profiles: (OwnProfile | null)[] = [
  null,
  { id: "1", slug: "ada", state: "published" },
  { id: "2", slug: "grace", state: "draft" },
  { id: "3", slug: "joan", state: "suspended" },
]
const groupings = [
  [],
  [{ name: "editors", root: false }],
  [{ name: "root", root: false }],
  [
    { name: "editors", root: false },
    { name: "staff", root: true },
  ],
]

const subscription = (type: string, status: Subscription["stripe_status"], price: string | null = "price_1") => ({
  type,
  stripe_status: status,
  stripe_price: price,
})

test("Stripe's statuses are the eight that it documents", () => {
  expect([...stripeStatuses].toSorted()).toEqual([...statuses].toSorted())
})

describe("premium", () => {
  // Product-spec 6: an active subscription of type premium, or a root group, or a profile. Written down, not computed
  // from the code.
  const combinations = statuses.flatMap((status) =>
    types.flatMap((type) =>
      groupings.flatMap((groups) =>
        profiles.map((profile) => ({
          status,
          type,
          groups,
          profile,
          expected: profile ? true : groups.length === 2 ? true : `${type}/${status}` === "premium/active",
        })),
      ),
    ),
  )

  test("premium is right for every status, type, group and profile", () => {
    expect(combinations).toHaveLength(8 * 5 * 4 * 4)
    for (const { status, type, groups, profile, expected } of combinations) {
      const user = { subscriptions: [subscription(type, status)], groups, profile }
      expect({ ...user, isPremium: isPremium(user) }).toEqual({ ...user, isPremium: expected })
    }
    expect(
      combinations.filter(({ expected, profile, groups }) => expected && !profile && groups.length < 2),
    ).toHaveLength(3)
  })

  test("premium needs one right subscription among others, not two halves of it", () => {
    const base = { groups: [], profile: null }
    const halves = [subscription("premium", "past_due"), subscription("default", "active")]
    expect(isPremium({ ...base, subscriptions: halves })).toBe(false)
    expect(isPremium({ ...base, subscriptions: [...halves, subscription("premium", "active")] })).toBe(true)
    expect(isPremium({ ...base, subscriptions: [] })).toBe(false)
  })
})

describe("permissions", () => {
  test("a member of a root group has every permission, whatever the group is called", () => {
    expect(groupings.map((groups) => hasPermission({ groups }))).toEqual([false, false, false, true])
  })
})

describe("subscriptions to a price", () => {
  test("a member is subscribed to a price by a subscription to exactly that price, in any status", () => {
    for (const status of statuses) {
      expect(isSubscribedTo({ subscriptions: [subscription("premium", status, "price_1")] }, "price_1")).toBe(true)
      expect(isSubscribedTo({ subscriptions: [subscription("premium", status, "price_10")] }, "price_1")).toBe(false)
      expect(isSubscribedTo({ subscriptions: [subscription("premium", status, null)] }, "price_1")).toBe(false)
    }
    expect(isSubscribedTo({ subscriptions: [] }, "price_1")).toBe(false)
  })
})

test("everyone but a visitor is signed in", () => {
  const session = {
    id: "1",
    familyId: "1",
    kind: "web",
    lastUsedAt: 0,
    expiresAt: 0,
    confirmedAt: null,
    isStrong: false,
    isEnrolled: false,
    isHeldBack: false,
    accountCreatedAt: 0,
    impersonation: null,
    restriction: null,
    startedAt: 0,
    erasureDueAt: null,
    mailReturned: null,
    rights: "",
    hasOldRights: false,
  } as const
  const user = {} as CurrentUser
  expect(isSignedIn({ kind: "visitor" })).toBe(false)
  expect(isSignedIn({ kind: "member", user, session })).toBe(true)
  expect(isSignedIn({ kind: "staff", user, session })).toBe(true)
})
