import type { Listing } from "~/domain/profiles/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/app-link"
import { ChipLink } from "~/ui/chip"
import { listingPath } from "./listing-path"

/** The title, how many and in which order, and the filters in use, each with a way out of it. */
export function ListingHead({ listing, title }: { listing: Listing; title: string }) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  return (
    <header>
      <h1 className="text-page-title">{title}</h1>
      <p className="mt-2 text-body text-ink2" role="status">
        <strong className="font-semibold text-ink">{formatNumber(listing.total, locale)}</strong>{" "}
        {t("summary", { count: listing.total })}
      </p>
      <AppliedFilters listing={listing} />
    </header>
  )
}

/** On a phone the row scrolls sideways instead of taking a second line. */
function AppliedFilters({ listing: { city, category } }: { listing: Listing }) {
  const { t } = useTranslation("listing")
  const applied = [
    city && { name: city.name, without: listingPath({ category: category?.slug }) },
    category && { name: category.name, without: listingPath({ city: city?.slug }) },
  ].filter((filter) => filter !== null)
  if (applied.length === 0) return null
  return (
    <ul
      aria-label={t("filters.applied")}
      className="-mx-4 mt-5 flex items-center gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0"
    >
      {applied.map(({ name, without }) => (
        <li key={name}>
          <ChipLink to={without} isApplied aria-label={t("filters.remove", { name })}>
            {name}
          </ChipLink>
        </li>
      ))}
      <li>
        <AppLink to={listingPath()} preventScrollReset className="link ml-1 text-ui whitespace-nowrap">
          {t("filters.clear")}
        </AppLink>
      </li>
    </ul>
  )
}
