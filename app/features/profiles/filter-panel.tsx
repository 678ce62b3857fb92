import { SlidersHorizontal, X } from "lucide-react"
import type { Facet } from "~/domain/catalog/schema"
import type { Listing } from "~/domain/profiles/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Button, IconButton } from "~/ui/button"
import { Disclosure } from "~/ui/disclosure"
import { FacetLink } from "./facet-link"
import { listingPath } from "./listing-path"

const panelId = "filters"
const shownCities = 8

/**
 * The filters, as links: a column from 1024 px on, where `lg:block` overrules what the browser hides a closed popover with; below
 * that a sheet, which the pill opens without any script.
 */
export function FilterPanel({ listing }: { listing: Listing }) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  const { total: count, city, category } = listing
  return (
    <>
      <FilterPill count={(city ? 1 : 0) + (category ? 1 : 0)} />
      <section
        id={panelId}
        popover="auto"
        aria-labelledby="filters-title"
        className={classNames(
          "top-auto bottom-0 max-h-[85dvh] w-full max-w-none overscroll-contain rounded-t-panel bg-raised px-4 text-ink shadow-pop backdrop:bg-night/40",
          "transition-[translate,display,overlay] transition-discrete duration-[240ms] max-lg:translate-y-full max-lg:open:translate-y-0 max-lg:starting:open:translate-y-full",
          "lg:static lg:block lg:max-h-none lg:overflow-visible lg:rounded-none lg:bg-transparent lg:px-0 lg:shadow-none",
        )}
      >
        <div className="sticky top-0 flex items-center justify-between bg-raised py-3 lg:hidden">
          <h2 id="filters-title" className="text-subsection">
            {t("filters.title")}
          </h2>
          <IconButton label={t("filters.close")} popovertarget={panelId} popovertargetaction="hide">
            <X />
          </IconButton>
        </div>
        <CategoryFilter listing={listing} />
        <CityFilter listing={listing} />
        <div className="sticky bottom-0 bg-raised pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] lg:hidden">
          <Button variant="primary" size="large" isWide popovertarget={panelId} popovertargetaction="hide">
            {t("filters.show", { count, number: formatNumber(count, locale) })}
          </Button>
        </div>
      </section>
    </>
  )
}

function FilterPill({ count }: { count: number }) {
  const { t } = useTranslation("listing")
  return (
    <div
      data-bottom-bar
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-30 flex justify-center lg:hidden"
    >
      <button
        type="button"
        popovertarget={panelId}
        className="pointer-events-auto flex h-12 items-center gap-2.5 rounded-full bg-ink px-6 text-body font-medium text-paper shadow-pop"
      >
        <SlidersHorizontal aria-hidden className="size-4.5" />
        {t("filters.title")}
        {count > 0 && (
          <>
            <span
              aria-hidden
              className="flex size-5 items-center justify-center rounded-full bg-accent text-badge font-semibold text-on-accent"
            >
              {count}
            </span>
            <span className="sr-only">{t("filters.in_use", { count })}</span>
          </>
        )}
      </button>
    </div>
  )
}

function CategoryFilter({ listing: { category, categories, city } }: { listing: Listing }) {
  const { t } = useTranslation("listing")
  return (
    <Disclosure title={t("filters.category")} look="group" isOpen>
      <ul>
        <FacetLink to={listingPath({ city: city?.slug })} name={t("filters.any_category")} isChosen={!category} />
        {categories.map((facet) => (
          <FacetLink
            key={facet.slug}
            to={listingPath({ category: facet.slug, city: city?.slug })}
            name={facet.name}
            count={facet.profiles}
            isChosen={facet.slug === category?.slug}
          />
        ))}
      </ul>
    </Disclosure>
  )
}

function CityFilter({ listing: { category, city, cities } }: { listing: Listing }) {
  const { t } = useTranslation("listing")
  const ranked = cities.filter(({ profiles }) => profiles > 0).sort((a, b) => b.profiles - a.profiles)
  const first = ranked.slice(0, shownCities)
  if (city && !first.some(({ slug }) => slug === city.slug)) first.push(city)
  const more = ranked.filter((facet) => !first.some(({ slug }) => slug === facet.slug))
  const toLink = (facet: Facet) => (
    <FacetLink
      key={facet.slug}
      to={listingPath({ category: category?.slug, city: facet.slug })}
      name={facet.name}
      count={facet.profiles}
      isChosen={facet.slug === city?.slug}
    />
  )
  return (
    <Disclosure title={t("filters.city")} look="group" isOpen>
      <ul>
        <FacetLink to={listingPath({ category: category?.slug })} name={t("filters.any_city")} isChosen={!city} />
        {first.map(toLink)}
      </ul>
      {more.length > 0 && (
        <details>
          <summary className="mt-2 inline-block list-none rounded-badge text-ui">
            <span className="link">{t("filters.more_cities", { count: more.length })}</span>
          </summary>
          <ul className="mt-2">{more.map(toLink)}</ul>
        </details>
      )}
    </Disclosure>
  )
}
