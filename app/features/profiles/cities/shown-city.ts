import type { CityPage } from "~/domain/profiles/cities/schema"
import type { FilterName } from "~/domain/profiles/listing-parameters"
import type { Listing } from "~/domain/profiles/schema"
import type { ShownCard } from "../cards/shown-card"

/** The page of a city, or of an occasion in it, as it is shown. */
export interface ShownCity extends Omit<CityPage, "listing">, Pick<Listing, "total" | "next_cursor"> {
  profiles: ShownCard[]
  /** Of an empty page: profiles without one of its filters; null: the newest of all. */
  alternatives: { without: FilterName | null; profiles: ShownCard[] } | null
}
