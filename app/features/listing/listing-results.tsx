import { type Location, useNavigation } from "@remix-run/react"
import { maxPage, pageSize } from "~/domain/profiles/listing-parameters"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { CardSkeleton, SkeletonRegion } from "~/ui/feedback/skeleton"
import { KeysetPagination } from "~/ui/navigation/pagination"
import { CardGrid } from "../profiles/cards/card-grid"
import { listingPath } from "./listing-path"
import type { ShownListing } from "./shown-listing"

/** Beside the column of filters. */
const sizes = "(min-width:1280px) 238px, (min-width:1024px) 21vw, (min-width:640px) 31vw, 46vw"
const firstRow = 4

export function ListingResults({ listing }: { listing: ShownListing }) {
  const { t } = useTranslation("listing")
  const { location } = useNavigation()
  const { address, start, previous_cursor: previous, next_cursor: next } = listing
  const { show = pageSize, ...filter } = address
  // A page grows as far as it can; then the next one begins.
  const grows = next !== null && start !== undefined && show < maxPage
  const isAsked = location?.pathname === "/escorts"
  const isGrowing = isAsked && growsFrom(location, show)
  const isLoading = isAsked && !isGrowing
  return (
    <section aria-labelledby="results">
      <h2 id="results" className="sr-only">
        {t("results")}
      </h2>
      <div className="relative" aria-busy={isLoading || undefined}>
        {/* Both switch after the same 200 ms, so that a quick response shows no skeleton. */}
        <CardGrid
          profiles={listing.profiles}
          sizes={sizes}
          eagerCount={firstRow}
          isNewSilent={(address.sort ?? "newest") === "newest"}
          className={isLoading ? "[animation:appear_120ms_linear_200ms_reverse_forwards]" : undefined}
        />
        {isLoading && (
          <SkeletonRegion label={t("loading")} className="card-grid absolute inset-0 content-start overflow-hidden">
            {listing.profiles.map(({ id }) => (
              <CardSkeleton key={id} />
            ))}
          </SkeletonRegion>
        )}
      </div>
      {grows && (
        <p className="mt-10 flex justify-center">
          <ButtonLink
            to={listingPath({ ...filter, show: show + pageSize, cursor: start ?? undefined })}
            prefetch="none"
            preventScrollReset
            replace
            isBusy={isGrowing}
            size="large"
            className="max-sm:w-full"
          >
            {t("pages.more")}
          </ButtonLink>
        </p>
      )}
      <KeysetPagination
        label={t("pages.label")}
        previousLabel={t("pages.previous")}
        nextLabel={t("pages.next")}
        previousTo={previous ? listingPath({ ...filter, cursor: previous }) : undefined}
        nextTo={next && !grows ? listingPath({ ...filter, cursor: next }) : undefined}
        className="mt-12 border-t border-line pt-6"
      />
    </section>
  )
}

/** Returns whether the page being loaded is this one with more cards: the present ones stay visible. */
function growsFrom({ search }: Location, show: number): boolean {
  return Number(new URLSearchParams(search).get("show") ?? 0) > show
}
