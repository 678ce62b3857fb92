/** A city or category as a filter offers it, with the number of profiles that choosing it would list. */
export interface Facet {
  slug: string
  name: string
  profiles: number
}

/** A facet whose number is not known where other filters are in use: only what is kept is told. */
export type MaybeCounted = Omit<Facet, "profiles"> & { profiles: number | null }

export interface CategoryFacet extends Facet {
  icon: string
  description: string
}

/** A city or category to be chosen. */
export type Named = Pick<Facet, "slug" | "name">
