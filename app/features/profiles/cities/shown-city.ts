import type { CityPage } from "~/domain/profiles/cities/schema"
import type { FilterName } from "~/domain/profiles/listing-parameters"
import type { Listing } from "~/domain/profiles/schema"
import type { ShownCard } from "../cards/shown-card"
import type { ShownMap, ShownTile } from "./map/shown-map"

/** The page of a city, or of an occasion in it, as it is shown. */
export interface ShownCity
  extends Omit<CityPage, "listing" | "nearby" | "around">,
    Pick<Listing, "total" | "next_cursor"> {
  profiles: ShownCard[]
  nearby: ShownTile[]
  /** The city and those around it; null without coordinates. */
  map: ShownMap | null
  /** Of an empty page: profiles without one of its filters; null: the newest of all. */
  alternatives: { without: FilterName | null; profiles: ShownCard[] } | null
}
