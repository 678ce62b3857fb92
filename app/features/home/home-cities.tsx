import type { Facet } from "~/domain/profiles/catalog/schema"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { listingPath } from "../listing/listing-path"
import { ProfileCount } from "../profiles/cards/profile-count"
import { Scene } from "../profiles/public/scene"

/** By rank, not by city: the scenes show no particular place. */
const scenes = ["roofs", "bridge", "lobby", "theatre"]

/** The cities with the most profiles as pictures, the others in a line. */
export function HomeCities({ cities }: { cities: Facet[] }) {
  const { t } = useTranslation("home")
  const ranked = [...cities].sort((a, b) => b.profiles - a.profiles)
  return (
    <section id="cities" className="page-container">
      <h2 className="mb-6 text-section-large md:mb-8">{t("cities.title")}</h2>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 md:gap-x-6 lg:grid-cols-4">
        {ranked.slice(0, scenes.length).map((city, index) => (
          <li key={city.slug}>
            <AppLink to={listingPath({ city: city.slug })} className="group block rounded-card">
              <Scene
                name={scenes[index] ?? "roofs"}
                sizes="(width >= 1424px) 306px, (width >= 1024px) 23vw, 46vw"
                className="aspect-[4/3] rounded-card"
              />
              <span className="mt-2.5 flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="min-w-0 text-card-name">{city.name}</span>
                <ProfileCount count={city.profiles} />
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
      <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-1 md:mt-8">
        {ranked.slice(scenes.length).map((city) => (
          <li key={city.slug}>
            <AppLink
              to={listingPath({ city: city.slug })}
              className="inline-flex min-h-11 min-w-11 items-center lg:min-h-8 gap-1.5 rounded-badge text-ui decoration-line2 underline-offset-4 hover:underline"
            >
              {city.name} <ProfileCount count={city.profiles} />
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
