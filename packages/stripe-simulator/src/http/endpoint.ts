import type { Simulator } from "../simulator.ts"
import type { Condition } from "../store/store.ts"
import type { ResourceName, Resources, StripeList } from "../store/stored.ts"
import { invalidRequest, resourceMissing } from "./errors.ts"
import type { FormHash } from "./form.ts"
import { integer, listOf, range, type Schema, shape, text } from "./schema.ts"

type Method = "GET" | "POST" | "DELETE"

export interface Endpoint {
  method: Method
  /** The path with `:id` for an object's id: `/v1/customers/:id`. */
  path: string
  respond: (sim: Simulator, params: FormHash, ids: string[]) => object
}

interface Call<P> {
  params: P
  /** The first id in the path, and the second. */
  id: string
  secondId: string
}

/** Defines an endpoint: its parameters are read by `schema`, `expand` being handled for all. */
export function endpoint<P>(
  method: Method,
  path: string,
  schema: Schema<P>,
  handle: (sim: Simulator, call: Call<P>) => object,
): Endpoint {
  return {
    method,
    path,
    respond: (sim, params, [id = "", secondId = ""]) => handle(sim, { params: schema(params, ""), id, secondId }),
  }
}

export const noParams = shape({}, {})

/** Returns an object named by a request; throws a 404 if there is none. */
export function findOrFail<K extends ResourceName>(sim: Simulator, type: K, id: string, param = "id"): Resources[K] {
  const object = sim.store.find(type, id)
  if (!object) throw resourceMissing(nouns[type] ?? type.replaceAll("_", " "), id, param)
  return object
}

/** Names of objects in error messages, where they differ. */
const nouns: Partial<Record<ResourceName, string>> = {
  payment_method: "PaymentMethod",
  "checkout.session": "checkout.session",
  payment_intent: "payment_intent",
  setup_intent: "setupintent",
  promotion_code: "promotion code",
  "identity.verification_session": "verificationsession",
  "identity.verification_report": "verificationreport",
}

export function retrieveEndpoint(path: string, type: ResourceName): Endpoint {
  return endpoint("GET", path, noParams, (sim, { id }) => findOrFail(sim, type, id))
}

const pageFields = { limit: integer, starting_after: text, ending_before: text }
type PageParams = { limit?: number; starting_after?: string; ending_before?: string }
type Filter = { path: string; schema: Schema<Condition["value"]> }

/** Defines a list endpoint. `filters` maps parameters to the property that they compare. */
export function listEndpoint(
  path: string,
  type: ResourceName,
  filters: Record<string, Filter> = {},
  always: (sim: Simulator, id: string) => Condition[] = () => [],
): Endpoint {
  const schemas = Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, filter.schema]))
  const schema = shape({}, { ...schemas, ...pageFields, created: range })
  return endpoint("GET", path, schema, (sim, { params, id }) => {
    const given = params as Record<string, unknown>
    if (typeof given.customer === "string") refuseUnknownCustomer(sim, given.customer)
    const conditions = always(sim, id)
    for (const [name, { path: property }] of Object.entries(filters)) {
      const value = given[name]
      if (value !== undefined) conditions.push({ path: property, value: value as string })
    }
    for (const bound of params.created ?? []) conditions.push({ path: "created", ...bound })
    return listPage(sim, { type, url: path.replace(":id", id), conditions, params: given as PageParams })
  })
}

/** Lists of a deleted customer remain; those of one who never was are refused. */
function refuseUnknownCustomer(sim: Simulator, customer: string): void {
  if (!sim.store.note(`deleted:${customer}`)) findOrFail(sim, "customer", customer, "customer")
}

interface ListRequest<K extends ResourceName> {
  type: K
  url: string
  conditions: Condition[]
  params: PageParams
}

/** Returns one page of the objects that fulfil the conditions, newest first. */
export function listPage<K extends ResourceName>(
  sim: Simulator,
  { type, url, conditions, params }: ListRequest<K>,
): StripeList<Resources[K]> {
  const { limit = 10, starting_after: startingAfter, ending_before: endingBefore } = params
  if (limit < 1 || limit > 100)
    throw invalidRequest("This value must be between 1 and 100 (inclusive).", { param: "limit" })
  if (startingAfter && endingBefore)
    throw invalidRequest("You may only specify one of these parameters: starting_after, ending_before.")
  if (startingAfter) findOrFail(sim, type, startingAfter, "starting_after")
  if (endingBefore) findOrFail(sim, type, endingBefore, "ending_before")
  const found = sim.store.list(type, conditions, { limit: limit + 1, startingAfter, endingBefore })
  const data = endingBefore ? found.slice(-limit) : found.slice(0, limit)
  return { object: "list", url, has_more: found.length > limit, data }
}

export const byCustomer = { customer: { path: "customer", schema: text } }

/** Takes `expand` out of a request's parameters. */
export function takeExpand(params: FormHash): { params: FormHash; expand: string[] } {
  const { expand = [], ...rest } = params
  return { params: rest, expand: listOf(text)(expand, "expand") }
}
