import { emit, saveAndEmit } from "../events/events.ts"
import { endpoint, findOrFail, listEndpoint, noParams } from "../http/endpoint.ts"
import { clearable, ignoring, integer, listOf, metadata, oneOf, shape, text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId, randomText } from "../store/ids.ts"
import { mergeMetadata } from "../store/metadata.ts"
import type { Resources } from "../store/stored.ts"
import { cancelNow } from "../subscriptions/cancellation.ts"
import { attach } from "./payment-methods.ts"

export type Customer = Resources["customer"]
type NewCustomer = Partial<Omit<Customer, "id" | "object" | "deleted" | "created">>

function customerObject(sim: Simulator, given: NewCustomer): Customer {
  return {
    id: newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: sim.clock.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...given,
  }
}

export function createCustomer(sim: Simulator, given: NewCustomer): Customer {
  const customer = sim.store.insert(customerObject(sim, given))
  emit(sim, "customer.created", customer)
  return customer
}

/** Sets the payment method that pays a customer's invoices. */
export function setDefaultPaymentMethod(sim: Simulator, customerId: string, method: string | null): void {
  const customer = sim.store.get("customer", customerId)
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: method }
  saveAndEmit(sim, "customer.updated", customer, { ...customer, invoice_settings })
}

const address = shape(
  {},
  {
    city: clearable(text),
    country: clearable(text),
    line1: clearable(text),
    line2: clearable(text),
    postal_code: clearable(text),
    state: clearable(text),
  },
)
const fields = {
  address: clearable(address),
  balance: integer,
  description: clearable(text),
  email: clearable(text),
  invoice_settings: shape(
    {},
    { default_payment_method: clearable(text), ...ignoring("custom_fields", "footer", "rendering_options") },
  ),
  metadata,
  name: clearable(text),
  phone: clearable(text),
  preferred_locales: clearable(listOf(text)),
  tax_exempt: oneOf("none", "exempt", "reverse"),
  ...ignoring(
    "tax",
    "shipping",
    "invoice_prefix",
    "source",
    "validate",
    "tax_id_data",
    "business_name",
    "individual_name",
  ),
}
const createSchema = shape({}, { ...fields, payment_method: text })
const updateSchema = shape({}, fields)
type CustomerParams = ReturnType<typeof updateSchema>

/** Returns the properties of a customer that a request sets. */
function changesOf(sim: Simulator, params: CustomerParams, current: Partial<Customer>): NewCustomer {
  const { tax, shipping, invoice_prefix, source, validate, tax_id_data, business_name, individual_name, ...given } =
    params
  const { invoice_settings: settings, address: given_address, ...changes } = given
  const method = settings?.default_payment_method
  if (method) findOrFail(sim, "payment_method", method, "invoice_settings[default_payment_method]")
  const invoice_settings = current.invoice_settings ?? {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  }
  return {
    ...changes,
    ...(given_address !== undefined && { address: given_address && completeAddress(given_address) }),
    preferred_locales: changes.preferred_locales ?? current.preferred_locales ?? [],
    metadata: mergeMetadata(current.metadata ?? {}, changes.metadata),
    invoice_settings: method === undefined ? invoice_settings : { ...invoice_settings, default_payment_method: method },
  }
}

type Address = NonNullable<Customer["address"]>

export function completeAddress(given: Partial<Address>): Address {
  return { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...given }
}

export const customerEndpoints = [
  endpoint("POST", "/v1/customers", createSchema, (sim, { params }) => {
    const { payment_method: method, ...given } = params
    const customer = createCustomer(sim, changesOf(sim, given, {}))
    if (!method) return customer
    attach(sim, method, customer.id)
    return sim.store.get("customer", customer.id)
  }),
  endpoint("POST", "/v1/customers/:id", updateSchema, (sim, { params, id }) => {
    const customer = findOrFail(sim, "customer", id)
    return saveAndEmit(sim, "customer.updated", customer, { ...customer, ...changesOf(sim, params, customer) })
  }),
  endpoint("DELETE", "/v1/customers/:id", noParams, (sim, { id }) => {
    const customer = findOrFail(sim, "customer", id)
    for (const subscription of sim.store.listWhere("subscription", "customer", id)) cancelNow(sim, subscription, {})
    for (const method of sim.store.listWhere("payment_method", "customer", id))
      sim.store.save({ ...method, customer: null })
    sim.store.remove(customer)
    sim.store.setNote(`deleted:${id}`, true)
    emit(sim, "customer.deleted", customer)
    return { id, object: "customer", deleted: true }
  }),
  endpoint("GET", "/v1/customers/:id", noParams, (sim, { id }) => {
    if (sim.store.note(`deleted:${id}`)) return { id, object: "customer", deleted: true }
    return findOrFail(sim, "customer", id)
  }),
  listEndpoint("/v1/customers", "customer", { email: { path: "email", schema: text } }),
]
