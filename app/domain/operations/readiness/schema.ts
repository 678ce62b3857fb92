import * as z from "zod"
import { recordedItems } from "~/db/enums"
import type { ReadinessItem } from "../../core/readiness/policy"
import { lineText } from "../../core/shared/text"

export const RecordedItemParam = z.enum(recordedItems)

/** The id of the record that the owner saw; empty for none. */
const recordId = /^([0-9A-Z]{26})?$/

export const ReadinessRecordForm = z.object({ reference: lineText(300), version: z.string().regex(recordId) })
export type ReadinessRecordForm = z.infer<typeof ReadinessRecordForm>

export const ReadinessWithdrawalForm = z.object({ version: z.string().regex(recordId) })

/** `expiring`: it counts, for a month at most. */
export const readinessStates = ["complete", "expiring", "expired", "missing"] as const
export type ReadinessState = (typeof readinessStates)[number]

/** An item of the launch as staff see it. Times are epoch ms. */
export interface ReadinessEntry {
  item: ReadinessItem
  /** The owner records it; else the site sees it itself. */
  is_recorded: boolean
  state: ReadinessState
  /** Of the record that counts, or that expired. */
  reference: string | null
  recorded_at: number | null
  /** A name; null without a record, or once the account was erased. */
  recorded_by: string | null
  /** Null: not by itself. */
  expires_at: number | null
  /** For the next record: the id of this one, empty without one. */
  version: string
  /** Addresses of unfinished pages with their language, or names of colleagues without a second factor. */
  unfinished: string[]
}

export interface Readiness {
  /** Only production is ever launched. */
  is_production: boolean
  /** Nothing is missing. */
  is_complete: boolean
  items: ReadinessEntry[]
}
