import { setTimeout as delay } from "node:timers/promises"
import type { Reply } from "../http/messages.ts"

const modes = ["none", "down", "slow", "lost", "nonsense", "payment_required", "rate_limited"] as const

export interface Fault {
  /** `lost` carries the request out and drops the response. */
  mode: (typeof modes)[number]
  delay_ms?: number
  /** Beginnings of paths that the fault applies to; all of the API if left out. */
  paths?: string[]
  /** The number of requests after which the fault ends. */
  count?: number
}

export function isFaultMode(mode: unknown): mode is Fault["mode"] {
  return modes.some((one) => one === mode)
}

/** Makes the API fail on request, for tests of what its callers do then. */
export class Faults {
  #fault: Fault = { mode: "none" }

  get current(): Fault {
    return this.#fault
  }

  set(fault: Fault): void {
    this.#fault = { ...fault }
  }

  /** Returns whether a response to this path must be dropped, and counts it. */
  dropsResponse(path: string): boolean {
    return this.#fault.mode === "lost" && this.#applies(path)
  }

  /** Returns the response that the fault calls for, after its delay; null if the request is to be carried out. */
  async apply(path: string): Promise<Reply | null> {
    if (this.#fault.mode === "lost" || !this.#applies(path)) return null
    const { mode, delay_ms } = this.#fault
    if (delay_ms) await delay(delay_ms)
    switch (mode) {
      case "down":
        return { status: 503, body: "", headers: {}, isDropped: true }
      case "nonsense":
        return {
          status: 200,
          body: "<!doctype html><title>Bad gateway</title>",
          headers: { "Content-Type": "text/html" },
        }
      case "payment_required":
        return failure(402, {
          type: "card_error",
          code: "card_declined",
          decline_code: "generic_decline",
          message: "Your card was declined.",
        })
      case "rate_limited":
        return failure(429, {
          type: "invalid_request_error",
          code: "rate_limit",
          message: "Request rate limit exceeded.",
        })
      default:
        return null
    }
  }

  #applies(path: string): boolean {
    const { mode, paths, count } = this.#fault
    if (mode === "none" || (paths && !paths.some((start) => path.startsWith(start)))) return false
    if (count === undefined) return true
    if (count < 1) return false
    this.#fault.count = count - 1
    return true
  }
}

const failure = (status: number, error: object): Reply => ({ status, body: JSON.stringify({ error }), headers: {} })
