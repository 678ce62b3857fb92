/** A city or category as a filter offers it, with the number of profiles that choosing it would list. */
export interface Facet {
  slug: string
  name: string
  profiles: number
}

export interface CategoryFacet extends Facet {
  icon: string
  description: string
}
