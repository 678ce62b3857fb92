import { emit } from "../events/events.ts"
import { findOrFail } from "../http/endpoint.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, shape, text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Resources } from "../store/stored.ts"
import { addIntervals } from "../subscriptions/periods.ts"
import { type Coupon, isRedeemable, redeemCoupon } from "./coupons.ts"
import { redeemPromotionCode, refusal } from "./promotion-codes.ts"

export type Discount = Resources["discount"]

/** A request's discount: a coupon or a promotion code. */
export interface Redemption {
  coupon?: string
  promotion_code?: string
}

export const redemptions = listOf(shape({}, { coupon: text, promotion_code: text }))

/** Checks the coupons and codes of a request against the customer and the amount of the order. */
export function checkRedemptions(sim: Simulator, given: Redemption[], customer: string | null, amount: number): void {
  for (const [index, { coupon, promotion_code }] of given.entries()) {
    const param = `discounts[${index}]`
    if (coupon && !isRedeemable(sim, findOrFail(sim, "coupon", coupon, `${param}[coupon]`)))
      throw invalidRequest(`Coupon ${coupon} is used up and cannot be applied.`, { param, code: "coupon_expired" })
    if (!promotion_code) continue
    const code = findOrFail(sim, "promotion_code", promotion_code, `${param}[promotion_code]`)
    const reason = refusal(sim, code, customer, amount)
    if (reason) throw invalidRequest(reason, { param, code: "promotion_code_invalid" })
  }
}

export function couponOf(sim: Simulator, redemption: Redemption): Coupon {
  const { coupon, promotion_code: code } = redemption
  const id = coupon ?? (code ? sim.store.get("promotion_code", code).promotion.coupon : null)
  return sim.store.get("coupon", id ?? "")
}

interface DiscountTarget {
  customer: string
  subscription: string
  checkoutSession?: string
}

/** Redeems coupons and codes for a subscription and returns the discounts' ids. */
export function redeem(sim: Simulator, given: Redemption[], target: DiscountTarget): string[] {
  return given.map((redemption) => {
    const discount = sim.store.insert(discountObject(sim, couponOf(sim, redemption), redemption, target))
    emit(sim, "customer.discount.created", discount)
    if (redemption.promotion_code) redeemPromotionCode(sim, redemption.promotion_code)
    else if (redemption.coupon) redeemCoupon(sim, redemption.coupon)
    return discount.id
  })
}

function discountObject(sim: Simulator, coupon: Coupon, redemption: Redemption, target: DiscountTarget): Discount {
  const start = sim.clock.now()
  const months = coupon.duration === "repeating" ? coupon.duration_in_months : null
  return {
    id: newId("di"),
    object: "discount",
    checkout_session: target.checkoutSession ?? null,
    customer: target.customer,
    customer_account: null,
    end: months === null ? null : addIntervals(start, { interval: "month", interval_count: 1 }, months),
    invoice: null,
    invoice_item: null,
    promotion_code: redemption.promotion_code ?? null,
    source: { type: "coupon", coupon: coupon.id },
    start,
    subscription: target.subscription,
    subscription_item: null,
  }
}

/** Returns the coupon of each discount that still applies. */
export function activeCoupons(sim: Simulator, discountIds: string[]): { discount: Discount; coupon: Coupon }[] {
  return discountIds.flatMap((id) => {
    const discount = sim.store.find("discount", id)
    const coupon = discount?.source.coupon ? sim.store.find("coupon", discount.source.coupon) : null
    if (!discount || !coupon || (discount.end !== null && discount.end <= sim.clock.now())) return []
    return [{ discount, coupon }]
  })
}

/** Ends a discount whose coupon applied once. */
export function endDiscount(sim: Simulator, discount: Discount): void {
  emit(sim, "customer.discount.deleted", sim.store.save({ ...discount, end: sim.clock.now() }))
}
