import type { Listing, ProfileCard } from "~/domain/profiles/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/empty-state"
import { CardGrid } from "./card-grid"
import { inCity } from "./in-city"
import { listingPath } from "./listing-path"
import { CoverPicture } from "./profile-card"
import { SectionHead } from "./section-head"

/** Nobody to show, and every way on from there. */
export function NoResults({ listing }: { listing: Listing }) {
  const { t } = useTranslation("listing")
  const nearby = listing.alternatives?.profiles ?? []
  return (
    <div className="space-y-12">
      {listing.total > 0 ? <PastTheEnd listing={listing} /> : <NobodyMatches listing={listing} />}
      {nearby.length > 0 && (
        <section aria-labelledby="nearby">
          <SectionHead id="nearby" title={t("empty.nearby")} size="medium" />
          <CardGrid profiles={nearby} />
        </section>
      )}
    </div>
  )
}

/** The page of a cursor behind which nobody is left. */
function PastTheEnd({ listing: { city, category, alternatives } }: { listing: Listing }) {
  const { t } = useTranslation("listing")
  return (
    <EmptyState
      isBoxed
      pictures={smallPictures(alternatives?.profiles)}
      title={t("empty.past.title")}
      button={
        <ButtonLink to={listingPath({ city: city?.slug, category: category?.slug })}>
          {t("empty.past.first")}
        </ButtonLink>
      }
    >
      {t("empty.past.text")}
    </EmptyState>
  )
}

function NobodyMatches({ listing: { city, category, alternatives } }: { listing: Listing }) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  const place = city ? inCity(t, city.name) : ""
  const inThisCity = alternatives?.in_city ?? 0
  const inCategory = alternatives?.in_category ?? 0
  return (
    <EmptyState
      isBoxed
      pictures={smallPictures(alternatives?.profiles)}
      title={t("empty.title")}
      button={
        <div className="flex flex-wrap justify-center gap-2.5">
          {city && category && inThisCity > 0 && (
            <ButtonLink to={listingPath({ city: city.slug })}>
              {t("empty.in_city", { place, number: formatNumber(inThisCity, locale) })}
            </ButtonLink>
          )}
          {city && category && inCategory > 0 && (
            <ButtonLink to={listingPath({ category: category.slug })}>
              {t("empty.in_category", {
                category: category.name,
                number: formatNumber(inCategory, locale),
              })}
            </ButtonLink>
          )}
          {(city || category) && <ButtonLink to={listingPath()}>{t("empty.everyone")}</ButtonLink>}
        </div>
      }
    >
      {city && category ? t("empty.both", { category: category.name, place }) : t("empty.one")}
    </EmptyState>
  )
}

function smallPictures(profiles: ProfileCard[] = []) {
  const [first, second, third] = profiles.map(({ id, cover }) => <CoverPicture key={id} cover={cover} sizes="56px" />)
  return first && second && third ? ([first, second, third] as const) : undefined
}
