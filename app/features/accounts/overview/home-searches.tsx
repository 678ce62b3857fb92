import { maxNewCounted } from "~/domain/profiles/saved-searches/limits"
import type { SavedSearch } from "~/domain/profiles/saved-searches/schema"
import { useValueName } from "~/features/listing/filters/use-filter-name"
import { appliedValues } from "~/features/listing/listing-filters"
import { listingTitle } from "~/features/listing/listing-title"
import { SectionHead } from "~/features/profiles/cards/section-head"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"

/** The searches saved last, with how many profiles are new. */
export function HomeSearches({ searches }: { searches: SavedSearch[] }) {
  const { t } = useTranslation("member")
  return (
    <section aria-labelledby="searches">
      <SectionHead
        id="searches"
        size="medium"
        title={t("searches.title")}
        link={{ to: "/profile/searches", label: t("searches.all") }}
      />
      <ul className="border-t border-ink">
        {searches.map((search) => (
          <li key={search.id} className="border-b border-line">
            <SearchLink search={search} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SearchLink({ search: { id, filter, chosen, new_profiles_count: count } }: { search: SavedSearch }) {
  const { t } = useTranslation("searches")
  const { t: listing } = useTranslation("listing")
  const locale = useLocale()
  const nameOf = useValueName(chosen)
  const details = appliedValues(filter).map(nameOf).filter(Boolean)
  return (
    <AppLink
      to={`/profile/searches/${id}`}
      prefetch="none"
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3 hover:bg-sunk"
    >
      <span className="min-w-0">
        <span className="block text-body font-medium wrap-anywhere">
          {listingTitle(listing, { address: filter, chosen }, locale)}
        </span>
        {details.length > 1 && <span className="block text-ui wrap-anywhere text-ink2">{details.join(" · ")}</span>}
      </span>
      {count > 0 && (
        <Badge tone="accent">
          {count >= maxNewCounted
            ? t("new_more", { count: maxNewCounted })
            : t("new", { count, number: formatNumber(count, locale) })}
        </Badge>
      )}
    </AppLink>
  )
}
