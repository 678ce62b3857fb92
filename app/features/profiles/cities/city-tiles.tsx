import type { Facet } from "~/domain/profiles/catalog/schema"
import { classNames } from "~/lib/class-names"
import { AppLink } from "~/ui/navigation/app-link"
import { ProfileCount } from "../cards/profile-count"
import { cityPath } from "./city-path"

type CityTilesProps = {
  cities: readonly Facet[]
  /** The occasion whose pages they lead to. */
  occasion?: string
  className?: string
}

/** Cities by name and number of profiles: two across on a phone, then three, then six. */
export function CityTiles({ cities, occasion, className }: CityTilesProps) {
  return (
    <ul className={classNames("grid grid-cols-2 gap-2 sm:grid-cols-3 md:gap-4 xl:grid-cols-6", className)}>
      {cities.map(({ slug, name, profiles }) => (
        <li key={slug}>
          <AppLink
            to={cityPath(slug, occasion)}
            className="flex h-full min-h-11 flex-wrap items-baseline justify-between gap-x-3 rounded-card border border-line bg-surface px-4 py-3 transition-colors hover:bg-sunk"
          >
            <span className="min-w-0 text-card-name wrap-anywhere">{name}</span>
            <ProfileCount count={profiles} />
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
