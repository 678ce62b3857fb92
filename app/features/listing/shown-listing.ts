import type { Alternatives, Listing } from "~/domain/profiles/schema"
import type { ShownCard } from "../profiles/cards/shown-card"

export const facetGroups = ["categories", "cities", "regions", "services", "languages"] as const
export type FacetGroup = (typeof facetGroups)[number]

/** Choices of a filter that every page has, beside the chosen one; the others are fetched on demand. */
export const firstFacets = 8

/** A page of the listing as it is shown. */
export interface ShownListing extends Omit<Listing, "profiles" | "alternatives"> {
  profiles: ShownCard[]
  alternatives: (Omit<Alternatives, "profiles"> & { profiles: ShownCard[] }) | null
  /** Days that the list may be asked for: first and last, and those to press, with their names. */
  days: { first: string; last: string; soon: { day: string; name: string }[] }
  /** How many choices of a filter the page leaves out. */
  more: Partial<Record<FacetGroup, number>>
}
