import { createHash } from "node:crypto"
import type { Store } from "../store/store.ts"
import { ApiError } from "./errors.ts"

const hoursStored = 24

interface Reply {
  status: number
  body: string
}

/** Responses to requests with an Idempotency-Key: https://docs.stripe.com/api/idempotent_requests */
export class IdempotentReplies {
  #store: Store
  #running = new Set<string>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Returns the stored response, or null and holds the key until `release`. Throws if the key is in use or reused. */
  claim(key: string, request: string): Reply | null {
    if (this.#running.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`
      throw new ApiError(409, { type: "idempotency_error", code: "idempotency_key_in_use", message })
    }
    const sql = "SELECT request, status, body FROM replies WHERE key = ? AND expires > ?"
    const row = this.#store.prepare(sql).get(key, now()) as unknown as (Reply & { request: string }) | undefined
    if (row && row.request !== digest(request)) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      throw new ApiError(400, { type: "idempotency_error", message })
    }
    if (row) return row
    this.#running.add(key)
    return null
  }

  /** Stores the response of a request that was carried out: also a declined card's. */
  save(key: string, request: string, { status, body }: Reply): void {
    const sql = "INSERT OR REPLACE INTO replies (key, request, status, body, expires) VALUES (?, ?, ?, ?, ?)"
    this.#store.prepare(sql).run(key, digest(request), status, body, now() + hoursStored * 3600)
  }

  release(key: string): void {
    this.#running.delete(key)
  }
}

const now = () => Math.floor(Date.now() / 1000)
const digest = (request: string) => createHash("sha256").update(request).digest("hex")
