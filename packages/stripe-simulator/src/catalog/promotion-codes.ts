import { emit, saveAndEmit } from "../events/events.ts"
import { endpoint, findOrFail, listEndpoint } from "../http/endpoint.ts"
import { invalidRequest } from "../http/errors.ts"
import { boolean, ignoring, integer, metadata, oneOf, shape, text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId, randomText } from "../store/ids.ts"
import { mergeMetadata } from "../store/metadata.ts"
import type { Resources } from "../store/stored.ts"
import { isRedeemable, redeemCoupon } from "./coupons.ts"

export type PromotionCode = Resources["promotion_code"]

type NewPromotionCode = { coupon: string } & Partial<Omit<PromotionCode, "object" | "id" | "promotion">>

function promotionCodeObject(sim: Simulator, { coupon, ...given }: NewPromotionCode): PromotionCode {
  return {
    id: newId("promo"),
    object: "promotion_code",
    active: true,
    code: randomText(8).toUpperCase(),
    created: sim.clock.now(),
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    promotion: { type: "coupon", coupon },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
    ...given,
  }
}

/** Returns why a customer (null: a new one) cannot redeem a code for an amount; null if they can. */
export function refusal(sim: Simulator, code: PromotionCode, customer: string | null, amount: number): string | null {
  const coupon = code.promotion.coupon ? sim.store.find("coupon", code.promotion.coupon) : null
  if (!coupon || !code.active || !isRedeemable(sim, coupon)) return "This promotion code is not active."
  if (code.expires_at !== null && code.expires_at <= sim.clock.now()) return "This promotion code has expired."
  if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions)
    return "This promotion code has been redeemed too often."
  if (code.customer && code.customer !== customer) return "This promotion code cannot be redeemed by this customer."
  const { first_time_transaction: isForFirst, minimum_amount: minimum } = code.restrictions
  if (minimum !== null && amount < minimum) return "The order does not meet this promotion code's minimum amount."
  if (isForFirst && customer && hasPaidBefore(sim, customer))
    return "This promotion code cannot be redeemed because the associated customer has prior transactions."
  return null
}

function hasPaidBefore(sim: Simulator, customer: string): boolean {
  return sim.store.listWhere("charge", "customer", customer).some(({ status }) => status === "succeeded")
}

/** Returns the active code with this text, in any case. */
export function findActiveCode(sim: Simulator, code: string): PromotionCode | null {
  const codes = sim.store.list("promotion_code", [{ path: "active", value: true }])
  return codes.find((one) => one.code.toUpperCase() === code.trim().toUpperCase()) ?? null
}

export function redeemPromotionCode(sim: Simulator, id: string): void {
  const code = sim.store.get("promotion_code", id)
  const times_redeemed = code.times_redeemed + 1
  const active = code.active && (code.max_redemptions === null || times_redeemed < code.max_redemptions)
  saveAndEmit(sim, "promotion_code.updated", code, { ...code, times_redeemed, active })
  if (code.promotion.coupon) redeemCoupon(sim, code.promotion.coupon)
}

const restrictions = shape(
  {},
  { first_time_transaction: boolean, minimum_amount: integer, minimum_amount_currency: text },
)
const createSchema = shape(
  { promotion: shape({ type: oneOf("coupon") }, { coupon: text }) },
  {
    active: boolean,
    code: text,
    customer: text,
    expires_at: integer,
    max_redemptions: integer,
    metadata,
    restrictions,
    ...ignoring("customer_account"),
  },
)

export const promotionCodeEndpoints = [
  endpoint("POST", "/v1/promotion_codes", createSchema, (sim, { params }) => {
    const { promotion, customer_account, ...given } = params
    const coupon = findOrFail(sim, "coupon", promotion.coupon ?? "", "promotion[coupon]")
    if (given.code && findActiveCode(sim, given.code))
      throw invalidRequest(`An active promotion code with \`code: ${given.code}\` already exists.`, { param: "code" })
    const rest = {
      ...given,
      metadata: mergeMetadata({}, given.metadata),
      restrictions: {
        first_time_transaction: given.restrictions?.first_time_transaction ?? false,
        minimum_amount: given.restrictions?.minimum_amount ?? null,
        minimum_amount_currency: given.restrictions?.minimum_amount_currency ?? null,
      },
    }
    const code = sim.store.insert(promotionCodeObject(sim, { coupon: coupon.id, ...rest }))
    emit(sim, "promotion_code.created", code)
    return code
  }),
  listEndpoint("/v1/promotion_codes", "promotion_code", {
    active: { path: "active", schema: boolean },
    code: { path: "code", schema: text },
    coupon: { path: "promotion.coupon", schema: text },
    customer: { path: "customer", schema: text },
  }),
]
