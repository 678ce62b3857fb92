import type { PublicProfile } from "~/domain/profiles/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { listingPath } from "../../listing/listing-path"
import { inCity } from "../cards/in-city"
import { PlainCardGrid } from "../cards/plain-card-grid"
import { SectionHead } from "../cards/section-head"
import type { ShownCard } from "../cards/shown-card"

type ProfileNearbyProps = {
  profile: Pick<PublicProfile, "city" | "nearby_total"> & { nearby: ShownCard[] }
}

/** The newest other profiles of the same city. */
export function ProfileNearby({ profile: { city, nearby, nearby_total } }: ProfileNearbyProps) {
  const { t } = useTranslation("profile")
  const { t: listing } = useTranslation("listing")
  const locale = useLocale()
  if (nearby.length === 0) return null
  return (
    <section aria-labelledby="nearby" className="mt-16 md:mt-28">
      <SectionHead
        id="nearby"
        size="medium"
        title={t("nearby.title", { place: inCity(listing, city.name) })}
        link={{
          to: listingPath({ city: city.slug }),
          label: t("nearby.all", { number: formatNumber(nearby_total, locale) }),
        }}
      />
      {/* Three fill the row that four would break. */}
      <PlainCardGrid profiles={nearby} className="sm:max-xl:*:nth-[n+4]:hidden" />
    </section>
  )
}
