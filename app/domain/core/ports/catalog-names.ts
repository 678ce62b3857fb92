/** A name of a place, an occasion or a service in one language, by which a search finds the filter with this value. */
export interface CatalogName {
  filter: "city" | "region" | "category" | "service"
  value: string
  name: string
}
