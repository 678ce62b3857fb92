import { createHmac } from "node:crypto"
import type { Store } from "../store/store.ts"
import { secretOf } from "./webhook-endpoints.ts"

/** Seconds after each failed attempt until the next one. */
const retrySeconds = [1, 5, 30, 120, 600, 3600]
const attemptTimeout = 10_000

export interface DeliverySettings {
  /** Milliseconds between an event and its first delivery. */
  delay_ms: number
  /** Delivers each event twice. */
  duplicate: boolean
  /** Delivers the pending events in random order. */
  shuffle: boolean
  /** Delivers nothing until it is unset or `flush` is called. */
  hold: boolean
}

const plain: DeliverySettings = { delay_ms: 0, duplicate: false, shuffle: false, hold: false }

interface Delivery {
  seq: number
  event: string
  endpoint: string
  state: "pending" | "delivered" | "failed"
  attempts: number
  next_at: number
  last_result: string | null
}

/** Delivers events to the webhook endpoints, in the order of their creation unless configured otherwise. */
export class Deliveries {
  #store: Store
  #settings = plain
  #timer: NodeJS.Timeout | undefined
  #running: Promise<number> | null = null
  #stopped = new AbortController()

  constructor(store: Store) {
    this.#store = store
  }

  get settings(): DeliverySettings {
    return this.#settings
  }

  configure(changes: Partial<DeliverySettings>): DeliverySettings {
    this.#settings = { ...this.#settings, ...changes }
    this.wake()
    return this.#settings
  }

  reset(): void {
    this.#settings = plain
  }

  /** Queues an event for an endpoint; the caller's transaction decides whether it stays. */
  queue(event: string, endpoint: string): void {
    const sql = "INSERT INTO deliveries (event, endpoint, state, attempts, next_at) VALUES (?, ?, 'pending', 0, ?)"
    for (let copy = 0; copy < (this.#settings.duplicate ? 2 : 1); copy++)
      this.#store.prepare(sql).run(event, endpoint, Date.now() + this.#settings.delay_ms)
  }

  list(): Delivery[] {
    return this.#store.prepare("SELECT * FROM deliveries ORDER BY seq DESC LIMIT 200").all() as unknown as Delivery[]
  }

  /** Sees to it that what is pending is delivered when it is due. */
  wake(): void {
    clearTimeout(this.#timer)
    if (this.#stopped.signal.aborted || this.#settings.hold || this.#running) return
    const sql = "SELECT min(next_at) AS at FROM deliveries WHERE state = 'pending'"
    const { at } = this.#store.prepare(sql).get() as { at: number | null }
    if (at === null) return
    this.#timer = setTimeout(() => void this.#deliverAll(false).then(() => this.wake()), Math.max(0, at - Date.now()))
  }

  /** Delivers everything that is pending at once, retries included. Returns the number of attempts. */
  async flush(): Promise<number> {
    await this.#running
    return this.#deliverAll(true)
  }

  stop(): Promise<unknown> {
    this.#stopped.abort()
    clearTimeout(this.#timer)
    return this.#running ?? Promise.resolve()
  }

  #deliverAll(isFlush: boolean): Promise<number> {
    this.#running ??= this.#run(isFlush).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #run(isFlush: boolean): Promise<number> {
    let attempts = 0
    const tried = new Set<number>()
    while (!this.#stopped.signal.aborted && (isFlush || !this.#settings.hold)) {
      const due = this.#pending(isFlush ? Number.MAX_SAFE_INTEGER : Date.now()).filter(({ seq }) => !tried.has(seq))
      if (due.length === 0) break
      const batch = this.#settings.shuffle ? shuffled(due) : due
      for (const delivery of batch) {
        if (this.#stopped.signal.aborted || (this.#settings.hold && !isFlush)) break
        tried.add(delivery.seq)
        attempts++
        await this.#attempt(delivery)
      }
    }
    return attempts
  }

  #pending(until: number): Delivery[] {
    const sql = "SELECT * FROM deliveries WHERE state = 'pending' AND next_at <= ? ORDER BY seq"
    return this.#store.prepare(sql).all(until) as unknown as Delivery[]
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const result = await this.#send(delivery)
    const attempts = delivery.attempts + 1
    const wait = retrySeconds[attempts - 1]
    const isDone = result.startsWith("2")
    const state = isDone ? "delivered" : wait === undefined ? "failed" : "pending"
    const sql = "UPDATE deliveries SET state = ?, attempts = ?, next_at = ?, last_result = ? WHERE seq = ?"
    this.#store.prepare(sql).run(state, attempts, Date.now() + (wait ?? 0) * 1000, result, delivery.seq)
    const event = isDone ? this.#store.find("event", delivery.event) : null
    if (event) this.#store.save({ ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) })
  }

  /** Posts an event; returns the status of the response, or what went wrong. */
  async #send({ event: eventId, endpoint: endpointId }: Delivery): Promise<string> {
    const event = this.#store.find("event", eventId)
    const endpoint = this.#store.find("webhook_endpoint", endpointId)
    if (!event || !endpoint) return "204 nothing to deliver"
    const body = JSON.stringify(event, null, 2)
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      "Stripe-Signature": sign(body, secretOf({ store: this.#store }, endpointId)),
    }
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(attemptTimeout), this.#stopped.signal])
      const response = await fetch(endpoint.url, { method: "POST", headers, body, redirect: "manual", signal })
      await response.arrayBuffer()
      return String(response.status)
    } catch (error) {
      return error instanceof Error ? String(error.cause ?? error.message) : String(error)
    }
  }
}

/** Signs a webhook's body: https://docs.stripe.com/webhooks/signature. The receiver compares with its real clock. */
function sign(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000)
  return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
