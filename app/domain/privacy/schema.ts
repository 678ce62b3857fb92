import * as z from "zod"

/** How long the row of a request is kept, in ms (trust-safety R26). */
export const recordLifetime = 3 * 365 * 24 * 60 * 60 * 1_000

/** Where a wish to take one's data along, or to be forgotten, has got to (trust-safety R26). */
export const requestStates = ["requested", "running", "done", "partly_held", "cancelled", "failed"] as const
export type RequestState = (typeof requestStates)[number]

/** What the house knows of a person, sorted as they would sort it. */
export const dataKinds = [
  "account",
  "access",
  "profile",
  "favorites",
  "messages",
  "membership",
  "mail",
  "requests",
] as const
export type DataKind = (typeof dataKinds)[number]

/** Why something outlives its person. `request` stands for the request itself, which is kept of everyone. */
const holdReasons = ["request", "bookkeeping", "safety"] as const
export type HoldReason = (typeof holdReasons)[number]

/** A file with one's data, asked for or there. */
export interface DataExport {
  id: string
  state: RequestState
  /** Steps done and to do; 0 of 0 before it has begun. */
  progress: number
  steps: number
  /** Bytes; null until it is there. */
  size: number | null
  /** Epoch ms. */
  created_at: number
  /** Until when it can be downloaded; null while there is no file. */
  expires_at: number | null
}

/** The erasure that a user has asked for. */
export interface Erasure {
  id: string
  state: RequestState
  /** Epoch ms: when the account goes. */
  run_at: number
  created_at: number
}

/** What is left of an erased account: enough to say that it was done. */
export interface ErasureReceipt {
  deleted: Partial<Record<DataKind, number>>
  held: HoldReason[]
}

/** A tick that must be set: `on` from a form, true from JSON. */
export const ErasureForm = z.object({ understood: z.literal(["on", "true", true], { error: "must_accept" }) })
