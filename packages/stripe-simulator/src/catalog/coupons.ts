import { emit, saveAndEmit } from "../events/events.ts"
import { endpoint } from "../http/endpoint.ts"
import { invalidRequest } from "../http/errors.ts"
import { decimal, ignoring, integer, metadata, oneOf, shape, text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { randomText } from "../store/ids.ts"
import { mergeMetadata } from "../store/metadata.ts"
import type { Resources } from "../store/stored.ts"

export type Coupon = Resources["coupon"]
type NewCoupon = Partial<Omit<Coupon, "object" | "deleted" | "created">>

function couponObject(sim: Simulator, given: NewCoupon): Coupon {
  return {
    id: randomText(8),
    object: "coupon",
    amount_off: null,
    created: sim.clock.now(),
    currency: null,
    duration: "once",
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: null,
    percent_off: null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
    ...given,
  }
}

/** Returns whether a coupon can be redeemed now. */
export function isRedeemable(sim: Simulator, coupon: Coupon): boolean {
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions
  return coupon.valid && !isUsedUp && (coupon.redeem_by === null || coupon.redeem_by > sim.clock.now())
}

/** Counts a redemption; a coupon that is used up becomes invalid. */
export function redeemCoupon(sim: Simulator, id: string): void {
  const coupon = sim.store.get("coupon", id)
  const redeemed = { ...coupon, times_redeemed: coupon.times_redeemed + 1 }
  saveAndEmit(sim, "coupon.updated", coupon, { ...redeemed, valid: isRedeemable(sim, redeemed) })
}

const createSchema = shape(
  {},
  {
    id: text,
    amount_off: integer,
    currency: text,
    percent_off: decimal,
    duration: oneOf("once", "repeating", "forever"),
    duration_in_months: integer,
    max_redemptions: integer,
    redeem_by: integer,
    name: text,
    metadata,
    ...ignoring("applies_to"),
  },
)

export const couponEndpoints = [
  endpoint("POST", "/v1/coupons", createSchema, (sim, { params }) => {
    const { applies_to, ...given } = params
    if ((given.amount_off === undefined) === (given.percent_off === undefined))
      throw invalidRequest("Must pass exactly one of: percent_off, amount_off.")
    if (given.amount_off !== undefined && !given.currency)
      throw invalidRequest("You must pass currency when passing amount_off", { param: "currency" })
    if (given.duration === "repeating" && !given.duration_in_months)
      throw invalidRequest("Missing required param: duration_in_months.", { param: "duration_in_months" })
    if (given.id && sim.store.find("coupon", given.id))
      throw invalidRequest("Coupon already exists.", { param: "id", code: "resource_already_exists" })
    const coupon = sim.store.insert(couponObject(sim, { ...given, metadata: mergeMetadata({}, given.metadata) }))
    emit(sim, "coupon.created", coupon)
    return coupon
  }),
]
