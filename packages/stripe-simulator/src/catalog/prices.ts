import { emit, saveAndEmit } from "../events/events.ts"
import { endpoint, findOrFail, listEndpoint, retrieveEndpoint } from "../http/endpoint.ts"
import { invalidRequest } from "../http/errors.ts"
import { boolean, decimal, ignoring, integer, listOf, metadata, oneOf, shape, text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import { mergeMetadata } from "../store/metadata.ts"
import type { Metadata, Resources } from "../store/stored.ts"

export type Price = Resources["price"]

interface NewPrice {
  currency: string
  product: string
  unitAmount: number
  interval?: "day" | "week" | "month" | "year"
  intervalCount?: number
  taxBehavior?: "inclusive" | "exclusive" | "unspecified"
  active?: boolean
  lookupKey?: string | null
  nickname?: string | null
  metadata?: Metadata
}

function priceObject(sim: Simulator, given: NewPrice): Price {
  const { interval, intervalCount = 1 } = given
  return {
    id: newId("price"),
    object: "price",
    active: given.active ?? true,
    billing_scheme: "per_unit",
    created: sim.clock.now(),
    currency: given.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookupKey ?? null,
    metadata: given.metadata ?? {},
    nickname: given.nickname ?? null,
    product: given.product,
    recurring: interval
      ? { interval, interval_count: intervalCount, meter: null, trial_period_days: null, usage_type: "licensed" }
      : null,
    tax_behavior: given.taxBehavior ?? "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: interval ? "recurring" : "one_time",
    unit_amount: given.unitAmount,
    unit_amount_decimal: String(given.unitAmount),
  }
}

/** Returns the older `plan` object that subscription items show beside their price. */
export function planOf(price: Price): Resources["subscription"]["items"]["data"][number]["plan"] {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  }
}

/** Returns the name of what a price is for. */
export function productName(sim: Simulator, price: Price): string {
  return sim.store.find("product", price.product)?.name ?? "Subscription"
}

const taxBehavior = oneOf("inclusive", "exclusive", "unspecified")
const shared = { active: boolean, lookup_key: text, metadata, nickname: text, transfer_lookup_key: boolean }
const recurring = shape(
  { interval: oneOf("day", "week", "month", "year") },
  { interval_count: integer, ...ignoring("usage_type", "meter", "trial_period_days") },
)
const createSchema = shape(
  { currency: text, product: text },
  {
    ...shared,
    recurring,
    tax_behavior: taxBehavior,
    unit_amount: integer,
    unit_amount_decimal: decimal,
    ...ignoring("billing_scheme"),
  },
)

/** Frees a lookup key, or throws if another price holds it. */
function claimLookupKey(sim: Simulator, key: string | undefined, transfer: boolean | undefined): void {
  if (!key) return
  for (const holder of sim.store.listWhere("price", "lookup_key", key)) {
    if (!transfer)
      throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, {
        param: "lookup_key",
        code: "resource_already_exists",
      })
    sim.store.save({ ...holder, lookup_key: null })
  }
}

export const priceEndpoints = [
  endpoint("POST", "/v1/prices", createSchema, (sim, { params }) => {
    const amount = params.unit_amount ?? params.unit_amount_decimal
    if (amount === undefined || amount < 0)
      throw invalidRequest("Missing required param: unit_amount.", { param: "unit_amount", code: "parameter_missing" })
    claimLookupKey(sim, params.lookup_key, params.transfer_lookup_key)
    const given = priceObject(sim, {
      currency: params.currency,
      product: findOrFail(sim, "product", params.product, "product").id,
      unitAmount: amount,
      interval: params.recurring?.interval,
      intervalCount: params.recurring?.interval_count,
      taxBehavior: params.tax_behavior,
      active: params.active,
      lookupKey: params.lookup_key,
      nickname: params.nickname,
      metadata: mergeMetadata({}, params.metadata),
    })
    const price = sim.store.insert(given)
    emit(sim, "price.created", price)
    return price
  }),
  endpoint("POST", "/v1/prices/:id", shape({}, { ...shared, tax_behavior: taxBehavior }), (sim, { params, id }) => {
    const { transfer_lookup_key, ...given } = params
    const price = findOrFail(sim, "price", id)
    if (given.tax_behavior && price.tax_behavior !== "unspecified" && given.tax_behavior !== price.tax_behavior)
      throw invalidRequest("The `tax_behavior` cannot be changed once it has been set.", { param: "tax_behavior" })
    if (given.lookup_key !== price.lookup_key) claimLookupKey(sim, given.lookup_key, transfer_lookup_key)
    const changes = { ...given, metadata: mergeMetadata(price.metadata, given.metadata) }
    return saveAndEmit(sim, "price.updated", price, { ...price, ...changes })
  }),
  retrieveEndpoint("/v1/prices/:id", "price"),
  listEndpoint("/v1/prices", "price", {
    active: { path: "active", schema: boolean },
    product: { path: "product", schema: text },
    currency: { path: "currency", schema: text },
    type: { path: "type", schema: oneOf("recurring", "one_time") },
    lookup_keys: { path: "lookup_key", schema: listOf(text) },
  }),
]
