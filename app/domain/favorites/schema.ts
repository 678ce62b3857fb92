import * as z from "zod"
import type { Facet } from "../catalog/schema"
import type { ProfileCard } from "../profiles/schema"

/** A page of a member's favourites, the last kept first. */
export interface Favorites {
  profiles: ProfileCard[]
  /** How many they keep, whatever the filter. */
  total: number
  city: string | null
  category: string | null
  /** Those that their favourites have. */
  cities: Facet[]
  categories: Facet[]
  next_cursor: string | null
}

export const FavoritesQuery = z.object({
  city: z.string().max(80).optional(),
  category: z.string().max(80).optional(),
  /** Those kept before this cursor: the next page. */
  before: z.string().max(100).optional(),
})
export type FavoritesQuery = z.infer<typeof FavoritesQuery>

/** A press on the heart. `back`: where a page without script returns to. */
export const HeartForm = z.object({
  profile: z.string().min(1).max(40),
  keep: z.enum(["1", "0"]),
  back: z.string().max(2_000).optional(),
})
