import * as z from "zod"
import type { Listing, ListingFilter } from "../schema"

/** A search that a member saved. */
export interface SavedSearch {
  id: string
  /** The list's query, such as `city=lyon&language=es`; empty: every profile. */
  query: string
  filter: ListingFilter
  /** The values of its filters that have names, in the reader's language; what is not in the catalog any more has none. */
  chosen: Listing["chosen"]
  /** Its date is over: nobody is new. */
  is_past: boolean
  /** Its member is notified of each new profile. */
  is_alerted: boolean
  /** Profiles published since its member last opened it, counted to 99. */
  new_profiles_count: number
  /** Epoch ms. */
  created_at: number
}

/** `query`: of a list, as its address has it. */
export const SaveSearchForm = z.object({ query: z.string().max(2_000), back: z.string().max(2_000).optional() })

const Id = z.string().min(1).max(40)
export const AlertForm = z.object({ id: Id, alert: z.enum(["1", "0"]) })
export const RemoveSearchForm = z.object({ id: Id })
