import { classNames } from "~/lib/class-names"
import { AppLink } from "~/ui/navigation/app-link"
import { ProfileCount } from "../cards/profile-count"
import { cityPath } from "./city-path"
import { CityPicture } from "./map/city-picture"
import type { ShownTile } from "./map/shown-map"

type CityTilesProps = {
  cities: readonly ShownTile[]
  /** The occasion whose pages they lead to. */
  occasion?: string
  className?: string
}

/** Cities by picture, name and number of profiles: two across on a phone, then three, then six. */
export function CityTiles({ cities, occasion, className }: CityTilesProps) {
  return (
    <ul className={classNames("grid grid-cols-2 gap-x-4 gap-y-6 md:grid-cols-3 md:gap-x-6 lg:grid-cols-6", className)}>
      {cities.map((city) => (
        <li key={city.slug}>
          <AppLink to={cityPath(city.slug, occasion)} className="group block rounded-card">
            <CityPicture city={city} />
            <span className="mt-2.5 flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="min-w-0 text-card-name wrap-anywhere">{city.name}</span>
              <ProfileCount count={city.profiles} />
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
