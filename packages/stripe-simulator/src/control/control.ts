import { createWebhookEndpoint } from "../events/webhook-endpoints.ts"
import type { Reply, Request } from "../http/messages.ts"
import { decideDispute, openDispute } from "../payments/disputes.ts"
import { failRefund } from "../payments/refunds.ts"
import type { Settings, Simulator } from "../simulator.ts"
import { nextTaskDue } from "../store/tasks.ts"
import { runDueTasks } from "../subscriptions/due-tasks.ts"
import { type Fault, isFaultMode } from "./faults.ts"
import { type SeedRequest, seedHistory } from "./seed.ts"

type Json = Record<string, unknown>
type Handler = (sim: Simulator, body: Json) => unknown

/** Something wrong with a request to the control API. */
class ControlError extends Error {}

const handlers: Record<string, Handler> = {
  "GET /_simulator/clock": (sim) => clockState(sim),
  "POST /_simulator/clock": (sim, body) => advance(sim, body),
  "GET /_simulator/webhooks": (sim) => ({ ...sim.deliveries.settings, deliveries: describeDeliveries(sim) }),
  "POST /_simulator/webhooks": (sim, body) => sim.deliveries.configure(body),
  "POST /_simulator/webhooks/flush": async (sim) => ({ attempts: await sim.deliveries.flush() }),
  "POST /_simulator/webhooks/replay": (sim, body) => replay(sim, String(body.event)),
  "POST /_simulator/faults": (sim, body) => setFault(sim, body),
  "POST /_simulator/settings": (sim, body) => Object.assign(sim.settings, body as Partial<Settings>),
  "POST /_simulator/disputes": (sim, body) => dispute(sim, body),
  "POST /_simulator/refunds/fail": (sim, body) =>
    sim.store.transaction(() => failRefund(sim, objectOf(sim, "refund", body.refund))),
  "POST /_simulator/seed": (sim, body) => seedHistory(sim, body as unknown as SeedRequest),
  "POST /_simulator/reset": (sim) => reset(sim),
  "GET /_simulator/state": (sim) => state(sim),
}

/** Responds to requests that control the simulator; null for other paths. */
export async function respondToControl(sim: Simulator, request: Request): Promise<Reply | null> {
  if (!request.path.startsWith("/_simulator/")) return null
  const handler = handlers[`${request.method} ${request.path}`]
  if (!handler) return json(404, { error: `There is no ${request.method} ${request.path}` })
  try {
    const body = request.body ? (JSON.parse(request.body) as Json) : {}
    const result = await handler(sim, body)
    return json(200, result as object)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return json(error instanceof ControlError || error instanceof SyntaxError ? 400 : 500, { error: message })
  } finally {
    sim.deliveries.wake()
  }
}

const json = (status: number, body: object): Reply => ({
  status,
  body: JSON.stringify(body, null, 2),
  headers: { "Content-Type": "application/json" },
})

function clockState(sim: Simulator) {
  return { now: sim.clock.now(), offset_seconds: sim.clock.offset, next_due: nextTaskDue(sim.store) }
}

/** Advances the clock, and does everything that becomes due on the way. */
function advance(sim: Simulator, { advance_seconds: seconds, to }: Json) {
  const now = sim.clock.now()
  const target = typeof to === "number" ? to : now + Number(seconds)
  if (!Number.isInteger(target)) throw new ControlError("Give advance_seconds or to, in seconds")
  if (target < now) throw new ControlError("The clock cannot go back")
  const tasks = sim.store.transaction(() => {
    const count = runDueTasks(sim, target)
    sim.clock.set(target)
    return count
  })
  return { ...clockState(sim), tasks }
}

function setFault(sim: Simulator, body: Json): Fault {
  if (!isFaultMode(body.mode)) throw new ControlError(`There is no fault ${String(body.mode)}`)
  sim.faults.set(body as unknown as Fault)
  return sim.faults.current
}

/** Opens a dispute of a charge, or decides one. */
function dispute(sim: Simulator, { charge, dispute: id, status }: Json) {
  const given = status === undefined ? undefined : String(status)
  return sim.store.transaction(() =>
    id === undefined
      ? openDispute(sim, objectOf(sim, "charge", charge), given)
      : decideDispute(sim, objectOf(sim, "dispute", id), given ?? "won"),
  )
}

function objectOf<Name extends "charge" | "dispute" | "refund">(sim: Simulator, name: Name, id: unknown) {
  const object = sim.store.find(name, String(id))
  if (!object) throw new ControlError(`There is no ${name} ${String(id)}`)
  return object
}

function replay(sim: Simulator, eventId: string) {
  if (!sim.store.find("event", eventId)) throw new ControlError(`There is no event ${eventId}`)
  const endpoints = sim.store.list("webhook_endpoint")
  for (const { id } of endpoints) sim.deliveries.queue(eventId, id)
  return { queued: endpoints.length }
}

/** Deletes everything but the webhook endpoints and their secrets, and ends faults and other settings. */
function reset(sim: Simulator) {
  const endpoints = sim.store.list("webhook_endpoint").map((one) => ({
    url: one.url,
    enabledEvents: one.enabled_events,
    secret: sim.store.note<string>(`webhook-secret:${one.id}`) ?? "",
    isFromStart: sim.store.note<string>("webhook-endpoint") === one.id,
  }))
  sim.faults.set({ mode: "none" })
  Object.assign(sim.settings, sim.startSettings)
  sim.deliveries.reset()
  sim.store.transaction(() => {
    sim.store.clear()
    for (const { isFromStart, ...given } of endpoints.reverse()) {
      const { id } = createWebhookEndpoint(sim, given)
      if (isFromStart) sim.store.setNote("webhook-endpoint", id)
    }
  })
  return { reset: true }
}

function describeDeliveries(sim: Simulator) {
  return sim.deliveries.list().map((delivery) => ({
    ...delivery,
    type: sim.store.find("event", delivery.event)?.type ?? null,
  }))
}

/** Returns how much there is of everything, and all objects but events. */
function state(sim: Simulator) {
  const counts = sim.store.prepare("SELECT type, count(*) AS count FROM objects GROUP BY type").all()
  const rows = sim.store.prepare("SELECT json FROM objects WHERE type <> 'event' ORDER BY seq DESC LIMIT 500").all()
  const tasks = sim.store.prepare("SELECT due, kind, id FROM tasks ORDER BY due, seq LIMIT 100").all()
  return {
    clock: clockState(sim),
    settings: sim.settings,
    faults: sim.faults.current,
    counts: Object.fromEntries(counts.map(({ type, count }) => [type, count])),
    tasks,
    objects: rows.map(({ json: text }) => JSON.parse(String(text))),
  }
}
