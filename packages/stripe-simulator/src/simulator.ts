import type Stripe from "stripe"
import type { Faults } from "./control/faults.ts"
import type { Deliveries } from "./events/deliveries.ts"
import type { Clock } from "./store/clock.ts"
import type { Store } from "./store/store.ts"

export const apiVersion = "2026-08-26.dahlia" satisfies Stripe.LatestApiVersion

export interface Settings {
  /** Days after each failed payment until the next attempt. */
  retryDays: number[]
  /** State of a subscription after the last failed attempt. */
  afterLastRetry: "canceled" | "unpaid" | "past_due"
  /** Value added tax of all sales, in percent. */
  taxPercent: number
  /** Days before a renewal at which `invoice.upcoming` is sent. */
  upcomingDays: number
  /** The country and the name of the account that sells. */
  accountCountry: string
  accountName: string
}

export const defaultSettings: Settings = {
  retryDays: [3, 5, 7],
  afterLastRetry: "canceled",
  taxPercent: 20,
  upcomingDays: 7,
  accountCountry: "FR",
  accountName: "Salon",
}

/** The request that a change belongs to; null for what the clock does. */
interface RequestContext {
  id: string | null
  idempotencyKey: string | null
}

/** Everything that the simulator's functions work on. */
export interface Simulator {
  store: Store
  clock: Clock
  settings: Settings
  /** The settings of the start, which a reset restores. */
  startSettings: Readonly<Settings>
  faults: Faults
  deliveries: Deliveries
  /** The simulator's own address, for the links to its pages. */
  url: string
  request: RequestContext
  /** Set while history is made up: its events are not delivered. */
  isSilent: boolean
}
