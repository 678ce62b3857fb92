import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { ChipLink } from "~/ui/chip"
import type { BreadcrumbsProps } from "~/ui/navigation/breadcrumbs"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"
import { KeysetPagination } from "~/ui/navigation/pagination"
import { listingPath } from "../../listing/listing-path"
import { CardGrid } from "../cards/card-grid"
import { inCity } from "../cards/in-city"
import { ProfileCount } from "../cards/profile-count"
import { SectionHead } from "../cards/section-head"
import { CityEmpty } from "./city-empty"
import { cityPath } from "./city-path"
import { CityTiles } from "./city-tiles"
import { CityMap } from "./map/city-map"
import type { ShownCity } from "./shown-city"

const firstRow = 4

type CityPageProps = { page: ShownCity; title: string; crumbs: BreadcrumbsProps["items"] }

/** A city, or an occasion in it: its people, its occasions and other cities. */
export function CityPage({ page, title, crumbs }: CityPageProps) {
  const { t } = useTranslation("cities")
  const { about, occasion, profiles, nearby, map } = page
  return (
    <div className="page-container space-y-12 pt-5 md:pt-7">
      <header>
        <Breadcrumbs label={t("breadcrumbs")} items={crumbs} />
        <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div>
            <h1 className="text-page-title wrap-anywhere">{title}</h1>
            {about && <p className="measure mt-4 text-body whitespace-pre-line text-ink2">{about}</p>}
            <Occasions page={page} />
          </div>
          {map && <CityMap map={map} occasion={occasion?.slug} />}
        </div>
      </header>
      {profiles.length > 0 ? <People page={page} /> : <CityEmpty page={page} />}
      {nearby.length > 0 && (
        <section aria-labelledby="other-cities">
          <SectionHead id="other-cities" size="medium" title={t("nearby")} />
          <CityTiles cities={nearby} occasion={occasion?.slug} />
        </section>
      )}
    </div>
  )
}

/** The occasions of the city's people; the one of this page leads back to all. */
function Occasions({ page: { city, occasion, occasions } }: { page: ShownCity }) {
  const { t } = useTranslation("cities")
  const { t: listed } = useTranslation("listing")
  if (occasions.length === 0) return null
  return (
    <nav aria-label={t("occasions", { place: inCity(listed, city.name) })} className="mt-6">
      <ul className="flex flex-wrap gap-x-2 gap-y-3">
        {occasion && (
          <li>
            <ChipLink to={cityPath(city.slug)} className="touch-target">
              {listed("filters.any_category")}
            </ChipLink>
          </li>
        )}
        {occasions.map(({ slug, name, profiles }) => (
          <li key={slug}>
            <ChipLink to={cityPath(city.slug, slug)} isActive={slug === occasion?.slug} className="touch-target">
              {name} {slug !== occasion?.slug && <ProfileCount count={profiles} />}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The newest profiles; all of them, and the next pages, are in the listing. */
function People({ page: { city, occasion, profiles, total, next_cursor: next } }: { page: ShownCity }) {
  const { t } = useTranslation("cities")
  const { t: listed } = useTranslation("listing")
  const locale = useLocale()
  const filter = { city: city.slug, category: occasion?.slug }
  const place = inCity(listed, city.name)
  const count = total ?? profiles.length
  const link = { to: listingPath(filter), label: t("see_all", { number: formatNumber(count, locale), place }) }
  return (
    <section aria-labelledby="people">
      <SectionHead id="people" size="medium" title={t("newest")} {...(count > 1 && { link })} />
      <CardGrid isNewSilent profiles={profiles} eagerCount={firstRow} />
      <KeysetPagination
        label={listed("pages.label")}
        previousLabel={listed("pages.previous")}
        nextLabel={listed("pages.next")}
        nextTo={next ? listingPath({ ...filter, cursor: next }) : undefined}
        className="mt-12 border-t border-line pt-6"
      />
    </section>
  )
}
