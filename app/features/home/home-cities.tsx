import type { Facet } from "~/domain/profiles/catalog/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { ProfileCount } from "../profiles/cards/profile-count"
import { SectionHead } from "../profiles/cards/section-head"
import { citiesPath, cityPath } from "../profiles/cities/city-path"
import { CityTiles } from "../profiles/cities/city-tiles"
import { Scene } from "../profiles/public/scene"

/** By rank, not by city: the scenes show no particular place. */
const scenes = ["roofs", "bridge", "lobby", "theatre"]

/** Divisible by 2, 3 and 6: the last row is full at every width. */
const shownTiles = 24

/** The cities with the most profiles as pictures, the next ones as tiles; the others are on a page of their own. */
export function HomeCities({ cities }: { cities: Facet[] }) {
  const { t } = useTranslation("home")
  const locale = useLocale()
  const ranked = [...cities].sort((a, b) => b.profiles - a.profiles)
  if (cities.length === 0) return null
  return (
    <section aria-labelledby="cities" className="page-container">
      <SectionHead
        id="cities"
        title={t("cities.title")}
        link={{ to: citiesPath, label: t("cities.all", { number: formatNumber(cities.length, locale) }) }}
      />
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 md:gap-x-6 lg:grid-cols-4">
        {ranked.slice(0, scenes.length).map((city, index) => (
          <li key={city.slug}>
            <AppLink to={cityPath(city.slug)} className="group block rounded-card">
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
      <CityTiles cities={ranked.slice(scenes.length, scenes.length + shownTiles)} className="mt-6 md:mt-8" />
    </section>
  )
}
