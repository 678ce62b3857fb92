import { useFetcher } from "@remix-run/react"
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal"
import X from "lucide-react/icons/x"
import { useEffect, useRef } from "react"
import { type SeveralFilter, valuesOf } from "~/domain/profiles/listing/filter-values"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Button, IconButton } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { Disclosure } from "~/ui/overlay/disclosure"
import { filtersIn, refine, wholePath, withoutValue, withValue } from "../listing-filters"
import { type FacetGroup, firstFacets, type ShownListing } from "../shown-listing"
import { SortLinks } from "../sort-links"
import { FacetLink } from "./facet-link"
import { PriceGroup } from "./price-group"
import { TimeGroup } from "./time-group"

const panelId = "filters"

/**
 * The filters, as links: a column from 1024 px on, where `lg:block` overrides the hidden state of a closed popover;
 * below that a sheet, which the pill opens without any script.
 */
export function FilterPanel({ listing }: { listing: ShownListing }) {
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

function FilterGroups({ listing }: { listing: ShownListing }) {
  const { t } = useTranslation("listing")
  const { address } = listing
  return (
    <>
      <TimeGroup listing={listing} />
      <FilterGroup title={t("filters.language")} listing={listing} group="languages" filter="language" />
      <FilterGroup title={t("filters.category")} listing={listing} group="categories" filter="category" isOpen />
      <FilterGroup title={t("filters.city")} listing={listing} group="cities" filter="city" isOpen />
      <FilterGroup title={t("filters.region")} listing={listing} group="regions" filter="region" />
      <FilterGroup title={t("filters.service")} listing={listing} group="services" filter="service" />
      <PriceGroup address={address} />
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
  listing: ShownListing
  group: FacetGroup
  filter: SeveralFilter
  isOpen?: boolean
}

/** Choices of which a list may have several: the first few, always with the chosen ones; the others are fetched when they are asked for. */
function FilterGroup({ title, listing, group, filter, isOpen }: FilterGroupProps) {
  const { t } = useTranslation("listing")
  const { address } = listing
  const chosen = valuesOf(address[filter])
  const whole = wholePath(address, group)
  const fetcher = useFetcher<{ listing?: ShownListing }>({ key: whole })
  const fetched = fetcher.data?.listing?.[group]
  const list = useRef<HTMLUListElement>(null)
  const facets = fetched ?? listing[group]
  const more = fetched ? 0 : (listing.more[group] ?? 0)

  // The link that was pressed is gone: the focus goes to what stands in its place, past the first choices.
  useEffect(() => {
    if (fetched) list.current?.querySelector<HTMLElement>(`li:nth-child(n + ${firstFacets + 1}) a`)?.focus()
  }, [fetched])

  if (facets.length === 0) return null
  return (
    <Disclosure title={title} look="group" isOpen={isOpen || chosen.length > 0}>
      <ul ref={list}>
        {facets.map(({ slug, name, profiles }) => (
          <FacetLink
            key={slug}
            look="checkbox"
            to={(chosen.includes(slug) ? withoutValue : withValue)(address, { filter, value: slug })}
            name={name}
            count={profiles}
            isChosen={chosen.includes(slug)}
          />
        ))}
      </ul>
      {more > 0 && (
        <AppLink
          to={whole}
          prefetch="none"
          className="mt-2 inline-block rounded-badge text-ui"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            fetcher.load(whole)
          }}
        >
          <span className="link">{t("filters.more", { count: more })}</span>
        </AppLink>
      )}
    </Disclosure>
  )
}
