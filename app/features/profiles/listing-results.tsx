import { useNavigation } from "@remix-run/react"
import type { Listing } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { KeysetPagination } from "~/ui/pagination"
import { CardSkeleton, SkeletonRegion } from "~/ui/skeleton"
import { CardGrid, cardGridClass } from "./card-grid"
import { listingPath } from "./listing-path"

/** Beside the column of filters. */
const sizes = "(width >= 1424px) 238px, (width >= 1280px) 17vw, (width >= 1024px) 21vw, (width >= 640px) 31vw, 46vw"
const firstRow = 4

export function ListingResults({ listing }: { listing: Listing }) {
  const { t } = useTranslation("listing")
  const { location } = useNavigation()
  const isLoading = location?.pathname === "/escorts"
  const address = { category: listing.category?.slug, city: listing.city?.slug }
  const { previous_cursor: after, next_cursor: before } = listing
  return (
    <section aria-labelledby="results">
      <h2 id="results" className="sr-only">
        {t("results")}
      </h2>
      <div className="relative" aria-busy={isLoading || undefined}>
        {/* Both change places after the same 200 ms, so that a quick answer shows no skeleton. */}
        <CardGrid
          profiles={listing.profiles}
          sizes={sizes}
          eagerCount={firstRow}
          className={isLoading ? "[animation:appear_120ms_linear_200ms_reverse_forwards]" : undefined}
        />
        {isLoading && (
          <SkeletonRegion
            label={t("loading")}
            className={classNames(cardGridClass, "absolute inset-0 content-start overflow-hidden")}
          >
            {listing.profiles.map(({ id }) => (
              <CardSkeleton key={id} />
            ))}
          </SkeletonRegion>
        )}
      </div>
      <KeysetPagination
        label={t("pages.label")}
        previousLabel={t("pages.previous")}
        nextLabel={t("pages.next")}
        previousTo={after ? listingPath({ ...address, after }) : undefined}
        nextTo={before ? listingPath({ ...address, before }) : undefined}
        className="mt-12 border-t border-line pt-6"
      />
    </section>
  )
}
