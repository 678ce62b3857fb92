import { isDeepStrictEqual } from "node:util"
import { endpoint, findOrFail, listPage } from "../http/endpoint.ts"
import { resourceMissing } from "../http/errors.ts"
import { integer, listOf, range, shape, text } from "../http/schema.ts"
import { apiVersion, type Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Condition } from "../store/store.ts"
import type { Resource, StoredEvent } from "../store/stored.ts"

const secondsListed = 30 * 24 * 3600

/** Stores an event with the object as it is now, and queues its deliveries. */
export function emit(sim: Simulator, type: string, object: object, previous?: Record<string, unknown>): void {
  const endpoints = sim.isSilent ? [] : sim.store.list("webhook_endpoint").filter((one) => listens(one, type))
  const event = eventObject(sim, { type, object, previous, pendingWebhooks: endpoints.length })
  sim.store.insert(event)
  for (const { id } of endpoints) sim.deliveries.queue(event.id, id)
}

function listens(endpoint: { status: string; enabled_events: string[] }, type: string): boolean {
  return endpoint.status === "enabled" && endpoint.enabled_events.some((name) => name === "*" || name === type)
}

interface EventContent {
  type: string
  object: object
  previous: Record<string, unknown> | undefined
  pendingWebhooks: number
}

function eventObject(sim: Simulator, { type, object, previous, pendingWebhooks }: EventContent): StoredEvent {
  const { id, idempotencyKey } = sim.request
  return {
    id: newId("evt"),
    object: "event",
    api_version: apiVersion,
    created: sim.clock.now(),
    data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: pendingWebhooks,
    request: { id, idempotency_key: idempotencyKey },
    type,
  }
}

/** Saves an object that was changed and emits `type` with what its changed properties were before. */
export function saveAndEmit<T extends Resource>(sim: Simulator, type: string, before: T, after: T): T {
  const old = before as unknown as Record<string, unknown>
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, old[name]))
  sim.store.save(after)
  if (changed.length > 0) emit(sim, type, after, Object.fromEntries(changed.map(([name]) => [name, old[name] ?? null])))
  return after
}

const listSchema = shape(
  {},
  { type: text, types: listOf(text), created: range, limit: integer, starting_after: text, ending_before: text },
)

const isListed = (sim: Simulator, event: StoredEvent) => event.created > sim.clock.now() - secondsListed

export const eventEndpoints = [
  endpoint("GET", "/v1/events/:id", shape({}, {}), (sim, { id }) => {
    const event = findOrFail(sim, "event", id)
    if (!isListed(sim, event)) throw resourceMissing("event", id)
    return event
  }),
  endpoint("GET", "/v1/events", listSchema, (sim, { params }) => {
    const { type, types, created = [] } = params
    const conditions: Condition[] = created.map((bound) => ({ path: "created", ...bound }))
    conditions.push({ path: "created", operator: ">", value: sim.clock.now() - secondsListed })
    const wanted = types ?? type
    if (wanted) conditions.push({ path: "type", value: wanted })
    return listPage(sim, { type: "event", url: "/v1/events", conditions, params })
  }),
]
