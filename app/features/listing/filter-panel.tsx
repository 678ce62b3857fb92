import SlidersHorizontal from "lucide-react/icons/sliders-horizontal"
import X from "lucide-react/icons/x"
import type { MaybeCounted } from "~/domain/profiles/catalog/schema"
import type { Listing } from "~/domain/profiles/schema"
import { formatLanguage, formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Button, IconButton } from "~/ui/button"
import { Disclosure } from "~/ui/overlay/disclosure"
import { FacetLink } from "./facet-link"
import { filtersIn, refine } from "./listing-path"
import { SortLinks } from "./sort-links"

const panelId = "filters"
const shownFacets = 8

/**
 * The filters, as links: a column from 1024 px on, where `lg:block` overrides the hidden state of a closed popover;
 * below that a sheet, which the pill opens without any script.
 */
export function FilterPanel({ listing }: { listing: Listing }) {
  const { t } = useTranslation("listing")
  return (
    <>
      <FilterPill count={filtersIn(listing.address).length} />
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
        <div className="pt-1 pb-5 lg:hidden">
          <SortLinks address={listing.address} />
        </div>
        <FilterGroups listing={listing} />
        <div className="sticky bottom-0 bg-raised pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] lg:hidden">
          <Button variant="primary" size="large" isWide popovertarget={panelId} popovertargetaction="hide">
            <ShowLabel total={listing.total} />
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

function ShowLabel({ total }: { total: number | null }) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  if (total === null) return t("filters.show_all")
  return t("filters.show", { count: total, number: formatNumber(total, locale) })
}

function FilterGroups({ listing }: { listing: Listing }) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  const { address } = listing
  const languages = listing.languages.map((facet) => ({ ...facet, name: formatLanguage(facet.slug, locale) }))
  return (
    <>
      <FilterGroup
        title={t("filters.category")}
        any={t("filters.any_category")}
        facets={listing.categories}
        chosen={address.category}
        to={(category) => refine(address, { category, service: undefined })}
        isOpen
      />
      <FilterGroup
        title={t("filters.city")}
        any={t("filters.any_city")}
        facets={listing.cities.toSorted((a, b) => (b.profiles ?? 0) - (a.profiles ?? 0))}
        chosen={address.city}
        to={(city) => refine(address, { city, region: undefined })}
        isOpen
      />
      <FilterGroup
        title={t("filters.region")}
        any={t("filters.any_region")}
        facets={listing.regions}
        chosen={address.region}
        to={(region) => refine(address, { region, city: undefined })}
      />
      <FilterGroup
        title={t("filters.service")}
        any={t("filters.any_service")}
        facets={listing.services}
        chosen={address.service}
        to={(service) => refine(address, { service })}
      />
      <FilterGroup
        title={t("filters.language")}
        any={t("filters.any_language")}
        facets={languages}
        chosen={address.language}
        to={(language) => refine(address, { language })}
        isOpen
      />
      <Disclosure title={t("filters.profile")} look="group" isOpen>
        <ul>
          {(["verified", "available"] as const).map((name) => (
            <FacetLink
              key={name}
              look="checkbox"
              to={refine(address, { [name]: address[name] ? undefined : "1" })}
              name={t(`filters.${name}`)}
              count={listing[name]}
              isChosen={address[name] !== undefined}
            />
          ))}
        </ul>
      </Disclosure>
    </>
  )
}

type FilterGroupProps = {
  title: string
  /** The label for choosing none of them. */
  any: string
  facets: MaybeCounted[]
  chosen: string | undefined
  to: (slug: string | undefined) => string
  isOpen?: boolean
}

/** A choice among several: the first few, always with the chosen one, and the others in a disclosure. */
function FilterGroup({ title, any, facets, chosen, to, isOpen }: FilterGroupProps) {
  const { t } = useTranslation("listing")
  const first = facets.filter(({ slug }, index) => index < shownFacets || slug === chosen)
  const more = facets.filter((facet) => !first.includes(facet))
  if (facets.length === 0) return null
  const toLink = ({ slug, name, profiles }: MaybeCounted) => (
    <FacetLink key={slug} to={to(slug)} name={name} count={profiles} isChosen={slug === chosen} />
  )
  return (
    <Disclosure title={title} look="group" isOpen={isOpen || chosen !== undefined}>
      <ul>
        <FacetLink to={to(undefined)} name={any} isChosen={chosen === undefined} />
        {first.map(toLink)}
      </ul>
      {more.length > 0 && (
        <details>
          <summary className="mt-2 inline-block list-none rounded-badge text-ui">
            <span className="link">{t("filters.more", { count: more.length })}</span>
          </summary>
          <ul className="mt-2">{more.map(toLink)}</ul>
        </details>
      )}
    </Disclosure>
  )
}
