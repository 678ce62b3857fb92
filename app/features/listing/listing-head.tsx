import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { ChipLink } from "~/ui/chip"
import { AppLink } from "~/ui/navigation/app-link"
import { filtersIn, listingPath, refine } from "./listing-path"
import { SearchBox } from "./search-box"
import type { ShownListing } from "./shown-listing"
import { SortLinks } from "./sort-links"
import { useFilterName } from "./use-filter-name"

/** The title, the number and the order, and the active filters, each with a link that removes it. */
export function ListingHead({ listing, title }: { listing: ShownListing; title: string }) {
  const { address } = listing
  return (
    <header>
      <SearchBox address={address} className="mb-6 lg:hidden" />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-page-title wrap-anywhere">{title}</h1>
          <Summary listing={listing} />
        </div>
        <div className="max-lg:hidden">
          <SortLinks address={address} />
        </div>
      </div>
      <AppliedFilters listing={listing} />
    </header>
  )
}

function Summary({ listing: { total, profiles } }: { listing: ShownListing }) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  return (
    <p className="mt-2 text-body text-ink2" role="status">
      {total === null ? (
        t("summary_more", { number: formatNumber(profiles.length, locale) })
      ) : (
        <>
          <strong className="font-semibold text-ink">{formatNumber(total, locale)}</strong>{" "}
          {t("summary", { count: total })}
        </>
      )}
    </p>
  )
}

/** On a phone the row scrolls sideways instead of taking a second line. */
function AppliedFilters({ listing: { address, chosen } }: { listing: ShownListing }) {
  const { t } = useTranslation("listing")
  const nameOf = useFilterName({ address, chosen })
  const filters = filtersIn(address)
  if (filters.length === 0) return null
  return (
    <ul
      aria-label={t("filters.applied")}
      className="-mx-4 mt-4.5 flex items-center gap-2 overflow-x-auto px-4 py-1.5 md:mx-0 md:flex-wrap md:px-0"
    >
      {filters.map((filter) => (
        <li key={filter}>
          <ChipLink
            to={refine(address, { [filter]: undefined, ...(filter === "category" && { service: undefined }) })}
            isApplied
            aria-label={t("filters.remove", { name: nameOf(filter) })}
          >
            {nameOf(filter)}
          </ChipLink>
        </li>
      ))}
      <li>
        <AppLink
          to={listingPath({ sort: address.sort })}
          preventScrollReset
          className="link touch-target ml-1 inline-block text-ui whitespace-nowrap"
        >
          {t("filters.clear")}
        </AppLink>
      </li>
    </ul>
  )
}
