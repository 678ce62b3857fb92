import * as z from "zod"
import type { dataRequestStates } from "~/db/enums"
import { Accepted } from "../core/shared/checkbox"

/** Retention of a request's row, in ms (trust-safety R26). */
export const recordLifetime = 3 * 365 * 24 * 60 * 60 * 1_000

/** States of an export or erasure request (trust-safety R26). */
export type RequestState = (typeof dataRequestStates)[number]

/** Kinds of personal data, as users would sort them. */
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

/** Why data is retained after an erasure. `request` is the request itself, retained for everyone. */
const holdReasons = ["request", "bookkeeping", "safety"] as const
export type HoldReason = (typeof holdReasons)[number]

/** An export of the user's data, requested or ready. */
export interface DataExport {
  id: string
  state: RequestState
  /** Steps done and to do; 0 of 0 before it has begun. */
  progress: number
  steps: number
  /** Bytes; null until it is ready. */
  size: number | null
  /** Epoch ms. */
  created_at: number
  /** When the download expires, epoch ms; null without a file. */
  expires_at: number | null
}

/** A user's pending erasure. */
export interface Erasure {
  id: string
  state: RequestState
  /** When the account is erased, epoch ms. */
  run_at: number
  created_at: number
}

/** Proof of an erasure: all that remains of the account. */
export interface ErasureReceipt {
  deleted: Partial<Record<DataKind, number>>
  held: HoldReason[]
}

export const ErasureForm = z.object({ understood: Accepted })
