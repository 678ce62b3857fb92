import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { CardGrid } from "../profiles/cards/card-grid"
import { SectionHead } from "../profiles/cards/section-head"
import { smallPictures } from "../profiles/cards/small-pictures"
import { useFilterName } from "./filters/use-filter-name"
import { filtersIn, refine } from "./listing-filters"
import { listingPath } from "./listing-path"
import type { ShownListing } from "./shown-listing"

type NoResultsProps = {
  listing: ShownListing
  /** The list or the profile that the words may have meant, and the name of what they nearly say. */
  meant: { to: string; name: string } | null
}

/** No profile matches: links to lists that hold some. */
export function NoResults({ listing, meant }: NoResultsProps) {
  const nearby = listing.alternatives?.profiles ?? []
  const isPastTheEnd = listing.start !== null
  return (
    <div className="space-y-12">
      {isPastTheEnd ? <PastTheEnd listing={listing} /> : <NoMatch listing={listing} meant={meant} />}
      {nearby.length > 0 && (
        <section aria-labelledby="nearby">
          <SectionHead id="nearby" title={<NearbyTitle listing={listing} />} size="medium" />
          <CardGrid profiles={nearby} />
        </section>
      )}
    </div>
  )
}

/** Names the cards below: of the list without one filter, or the newest ones. */
function NearbyTitle({ listing: { address, chosen, alternatives } }: { listing: ShownListing }) {
  const { t } = useTranslation("listing")
  const nameOf = useFilterName({ address, chosen })
  const [best] = alternatives?.without ?? []
  const isOfOne = best && filtersIn(address).length > 1
  return isOfOne ? t("empty.nearby", { name: nameOf(best.filter) }) : t("empty.newest")
}

/** The page of a cursor with no profiles left after it. */
function PastTheEnd({ listing: { address, alternatives } }: { listing: ShownListing }) {
  const { t } = useTranslation("listing")
  return (
    <EmptyState
      isBoxed
      pictures={smallPictures(alternatives?.profiles)}
      title={t("empty.past.title")}
      button={<ButtonLink to={refine(address, {})}>{t("empty.past.first")}</ButtonLink>}
    >
      {t("empty.past.text")}
    </EmptyState>
  )
}

/** The nearest lists with results: each without one of the filters. */
function NoMatch({ listing: { address, chosen, alternatives }, meant }: NoResultsProps) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  const nameOf = useFilterName({ address, chosen })
  const filters = filtersIn(address)
  return (
    <EmptyState
      isBoxed
      pictures={smallPictures(alternatives?.profiles)}
      title={t("empty.title")}
      button={
        <div className="flex flex-wrap justify-center gap-2.5">
          {meant && (
            <ButtonLink to={meant.to} variant="primary">
              {t("empty.meant", { name: meant.name })}
            </ButtonLink>
          )}
          {filters.length > 1 &&
            alternatives?.without.map(({ filter, profiles, more }) => (
              <ButtonLink key={filter} to={refine(address, { [filter]: undefined })}>
                {t(more ? "empty.without_more" : "empty.without", {
                  name: nameOf(filter),
                  number: formatNumber(profiles, locale),
                })}
              </ButtonLink>
            ))}
          {filters.length > 0 && <ButtonLink to={listingPath()}>{t("empty.everyone")}</ButtonLink>}
        </div>
      }
    >
      {filters.length > 1 ? t("empty.several") : t("empty.one")}
    </EmptyState>
  )
}
