import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { SectionHead } from "../profiles/cards/section-head"
import { citiesPath } from "../profiles/cities/city-path"
import { CityTiles } from "../profiles/cities/city-tiles"
import type { ShownTile } from "../profiles/cities/map/shown-map"

/** The cities with the most profiles, half as many on a phone; all of them are on a page of their own. */
export function HomeCities({ tiles, count }: { tiles: ShownTile[]; count: number }) {
  const { t } = useTranslation("home")
  const locale = useLocale()
  if (count === 0) return null
  return (
    <section aria-labelledby="cities" className="page-container">
      <SectionHead
        id="cities"
        title={t("cities.title")}
        link={{ to: citiesPath, label: t("cities.all", { number: formatNumber(count, locale) }) }}
      />
      <CityTiles cities={tiles} className="max-md:[&>:nth-child(n+13)]:hidden" />
    </section>
  )
}
