import type { Facet, PlacedCity } from "../catalog/schema"
import type { Choice, Listing } from "../schema"

/** The page of a city, or of an occasion in it. */
export interface CityPage {
  city: Choice
  /** The lines that staff wrote about the city in the reader's language; empty: none. */
  about: string
  occasion: Choice | null
  /** The newest profiles. */
  listing: Listing
  /** Occasions that profiles of the city offer, with the one of this page. */
  occasions: Facet[]
  /** Other cities with profiles (of the occasion): those of the region first, then those with most. */
  nearby: PlacedCity[]
  /** This city, and all others with profiles (of the occasion), for its map. */
  around: PlacedCity[]
}

/** The cities of a region that have profiles, in order. */
export interface CitiesOfRegion {
  region: Choice
  cities: PlacedCity[]
}
