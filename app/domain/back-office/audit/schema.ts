import * as z from "zod"
import { actionKinds } from "./actions"

const word = z.string().trim().min(1).max(64)

/** Filters of the audit log's page, as they stand in its address; each counts as left out where it is malformed. */
export const TrailQuery = z.object({
  /** The id of who did it, or `system`. */
  person: word.optional().catch(undefined),
  kind: z.enum(actionKinds).optional().catch(undefined),
  /** The first and the last day, in the site's time zone. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  /** The whole name of an action, or the whole id of a record. */
  find: word.optional().catch(undefined),
})
export type TrailQuery = z.infer<typeof TrailQuery>

/** A part of a sentence: its words, or the record that it is about. */
export interface SentencePart {
  text: string
  /** The page of the record; null where there is none, or none that the reader may open. */
  to: string | null
}

/** An entry of the audit log in words. */
export interface TrailEntry {
  seq: number
  /** Epoch ms. */
  at: number
  /** The id of who did it, or `system`. */
  person: string
  sentence: SentencePart[]
  reason: string | null
  /** As stored. */
  action: string
  target: string
  details: string
}

export interface TrailPerson {
  id: string
  name: string
}
