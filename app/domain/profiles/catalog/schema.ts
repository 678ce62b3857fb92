/** A city or category of a filter, with the number of profiles that choosing it would list. */
export interface Facet {
  slug: string
  name: string
  profiles: number
}

/** A city with its coordinates in degrees: null until staff give them. */
export interface PlacedCity extends Facet {
  latitude: number | null
  longitude: number | null
}

/** A facet whose count is null when other filters are active and no stored count covers them. */
export type MaybeCounted = Omit<Facet, "profiles"> & { profiles: number | null }

export interface CategoryFacet extends Facet {
  icon: string
  description: string
}

/** A city or category to choose from. */
export type Named = Pick<Facet, "slug" | "name">
