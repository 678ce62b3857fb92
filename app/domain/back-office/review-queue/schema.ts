import * as z from "zod"
import type { SecondLook } from "../../decisions/second-look/schema"
import type { ProfileState } from "../../profiles/schema"
import type { ApplicationState } from "../../support/applications/schema"
import { waitingKinds } from "./kinds"

export const WaitingQuery = z.object({
  kind: z.enum(waitingKinds).optional(),
  cursor: z.string().max(100).optional(),
})

/** Something that awaits staff: a profile with its edits, photos and videos, or an application. */
export interface WaitingItem {
  kind: "profile" | "application"
  id: string
  name: string
  city: string | null
  state: ProfileState | ApplicationState
  /** The whole profile awaits approval, not edits alone. */
  is_whole: boolean
  /** How many of each await a decision; an application has its pictures. */
  edits: number
  photos: number
  videos: number
  /** Since when it waits, epoch ms. */
  waiting_since: number
  /** The member of staff who reviews it now. */
  claim: { name: string; is_yours: boolean } | null
  /** Handed to leads, who alone see it here. */
  is_escalated: boolean
  /** How many decisions on it await a second look. */
  proposals: number
}

/** A page of the queue, and how many wait in all. */
export interface WaitingPage {
  data: WaitingItem[]
  next_cursor: string | null
  total: number
  /** Of the reader; null: they decide alone. */
  second_look: SecondLook | null
}
