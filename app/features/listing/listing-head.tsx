import { maxCounted } from "~/domain/profiles/listing-parameters"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { ChipLink } from "~/ui/chip"
import { AppLink } from "~/ui/navigation/app-link"
import { useValueName } from "./filters/use-filter-name"
import { appliedValues, withoutValue } from "./listing-filters"
import { listingPath } from "./listing-path"
import { SaveSearch } from "./saved/save-search"
import { SearchBox } from "./search-box"
import type { ShownListing } from "./shown-listing"
import { SortLinks } from "./sort-links"

/** The title, the number and the order, and the active filters, each with a link that removes it. */
export function ListingHead({ listing, title }: { listing: ShownListing; title: string }) {
  const { address } = listing
  return (
    <header>
      <SearchBox address={address} className="mb-6 lg:hidden" />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-page-title wrap-anywhere">{title}</h1>
          <div className="mt-2 flex flex-wrap items-baseline gap-x-5 gap-y-1">
            <Summary listing={listing} />
            <SaveSearch listing={listing} />
          </div>
        </div>
        <div className="max-lg:hidden">
          <SortLinks address={address} />
        </div>
      </div>
      <AppliedFilters listing={listing} />
    </header>
  )
}

function Summary({ listing: { total, profiles, start } }: { listing: ShownListing }) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  const isPartOf = total !== null && start === null && profiles.length > 0 && profiles.length < total
  return (
    <p className="text-body text-ink2" role="status">
      {isPartOf && t("summary_range", { to: formatNumber(profiles.length, locale) })}{" "}
      {total === null ? (
        t("summary_more", { number: formatNumber(maxCounted, locale) })
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
  const nameOf = useValueName(chosen)
  const applied = appliedValues(address)
  if (applied.length === 0) return null
  return (
    <ul
      aria-label={t("filters.applied")}
      className="-mx-4 mt-4.5 flex items-center gap-2 overflow-x-auto px-4 py-1.5 md:mx-0 md:flex-wrap md:px-0"
    >
      {applied.map((one) => (
        <li key={`${one.filter} ${one.value}`}>
          <ChipLink to={withoutValue(address, one)} isApplied aria-label={t("filters.remove", { name: nameOf(one) })}>
            {nameOf(one)}
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
