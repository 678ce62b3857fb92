import type { Simulator } from "../simulator.ts"
import { listOfAll, type ResourceName } from "../store/stored.ts"
import { invalidRequest } from "./errors.ts"

type Json = Record<string, unknown>
type Include = (sim: Simulator, object: Json, paths: string[]) => unknown

/** Items of a list within an object. */
const listedInside = 10

/** Properties that a response has only if it is asked to expand them. */
const includable: Partial<Record<ResourceName, Record<string, Include>>> = {
  "checkout.session": { line_items: (sim, { id }) => sim.store.note(`line_items:${id}`) },
  charge: {
    refunds: (sim, { id }) => {
      const refunds = sim.store.listWhere("refund", "charge", String(id))
      const list = listOfAll(`/v1/charges/${id}/refunds`, refunds.slice(0, listedInside))
      return { ...list, has_more: refunds.length > listedInside }
    },
  },
  invoice: {
    payments: (sim, { id }) =>
      listOfAll("/v1/invoice_payments", sim.store.listWhere("invoice_payment", "invoice", String(id))),
    confirmation_secret: (sim, { id, status }) => {
      const [payment] = sim.store.listWhere("invoice_payment", "invoice", String(id))
      const intent = payment?.payment.payment_intent
      if (!intent || status === "paid") return null
      return { type: "payment_intent", client_secret: sim.store.get("payment_intent", intent).client_secret }
    },
  },
  // Redacted with its session.
  "identity.verification_report": { document: () => null },
  "identity.verification_session": {
    verified_outputs: (sim, { id }, paths) => {
      const { dob, ...outputs } = sim.store.note<Json>(`verified_outputs:${id}`) ?? {}
      if (Object.keys(outputs).length === 0) return null
      // The date of birth is shown only to who asks for it by name.
      return paths.some((path) => path.endsWith("verified_outputs.dob")) ? { ...outputs, dob } : outputs
    },
  },
}

/** Returns `body` with the properties that `paths` name expanded: `customer`, `data.latest_invoice.payments`. */
export function expandAll(sim: Simulator, body: object, paths: string[]): object {
  if (paths.length === 0) return body
  const copy = structuredClone(body)
  for (const path of paths) {
    const parts = path.split(".")
    if (parts.length > 4)
      throw invalidRequest("You cannot expand more than 4 levels of a property", { param: "expand" })
    expandPath(sim, copy as Json, parts, { path, paths })
  }
  return copy
}

/** The path that is being expanded, and all that are asked for. */
interface Wish {
  path: string
  paths: string[]
}

function expandPath(sim: Simulator, node: unknown, parts: string[], wish: Wish): void {
  const [name, ...rest] = parts
  if (name === undefined || node === null || node === undefined) return
  if (Array.isArray(node)) {
    for (const item of node) expandPath(sim, item, parts, wish)
    return
  }
  const object = node as Json
  object[name] = expandValue(sim, object, name, wish)
  expandPath(sim, object[name], rest, wish)
}

function expandValue(sim: Simulator, object: Json, name: string, { path, paths }: Wish): unknown {
  const value = object[name]
  if (typeof value === "string") return fetchReferenced(sim, value, path)
  if (Array.isArray(value))
    return value.map((item) => (typeof item === "string" ? fetchReferenced(sim, item, path) : item))
  if (value !== undefined) return value
  const include = includable[object.object as ResourceName]?.[name]
  if (include) return include(sim, object, paths)
  throw cannotExpand(path)
}

/** Returns the object of an id. A deleted customer is expanded to the stub that says so. */
function fetchReferenced(sim: Simulator, id: string, path: string): unknown {
  const found = sim.store.findAny(id)
  if (found) return found
  if (id.startsWith("cus_")) return { id, object: "customer", deleted: true }
  throw cannotExpand(path)
}

const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" })
