import * as z from "zod"
import type { Facet } from "../catalog/schema"
import type { ProfileCard } from "../schema"

/** A page of a member's favourites, last added first. */
export interface Favorites {
  profiles: ProfileCard[]
  /** Number of all their favourites, regardless of the filter. */
  total: number
  city: string | null
  category: string | null
  /** Cities that occur among their favourites; `categories` likewise. */
  cities: Facet[]
  categories: Facet[]
  next_cursor: string | null
}

export const FavoritesQuery = z.object({
  city: z.string().max(80).optional(),
  category: z.string().max(80).optional(),
  /** `next_cursor` of the previous page: favourites added before it. */
  cursor: z.string().max(100).optional(),
})
export type FavoritesQuery = z.infer<typeof FavoritesQuery>

/** Toggles a favourite. `back`: the page to return to without script. */
export const HeartForm = z.object({
  profile: z.string().min(1).max(40),
  keep: z.enum(["1", "0"]),
  back: z.string().max(2_000).optional(),
})
