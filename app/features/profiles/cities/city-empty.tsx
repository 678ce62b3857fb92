import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { listingPath } from "../../listing/listing-path"
import { CardGrid } from "../cards/card-grid"
import { inCity } from "../cards/in-city"
import { SectionHead } from "../cards/section-head"
import { cityPath } from "./city-path"
import type { ShownCity } from "./shown-city"

/** Nobody is listed in the city, or for the occasion: says so, and where the profiles below are from. */
export function CityEmpty({ page: { city, occasion, alternatives } }: { page: ShownCity }) {
  const { t } = useTranslation("cities")
  const { t: listed } = useTranslation("listing")
  const place = inCity(listed, city.name)
  const profiles = alternatives?.profiles ?? []
  const without = occasion ? alternatives?.without : null
  return (
    <>
      <EmptyState
        isBoxed
        title={occasion ? t("empty.occasion", { place }) : t("empty.title", { place })}
        button={
          occasion ? (
            <ButtonLink to={cityPath(city.slug)}>{t("empty.city", { place })}</ButtonLink>
          ) : (
            <ButtonLink to={listingPath()}>{listed("empty.everyone")}</ButtonLink>
          )
        }
      >
        {t("empty.text")}
      </EmptyState>
      {profiles.length > 0 && (
        <section aria-labelledby="alternatives">
          <SectionHead
            id="alternatives"
            size="medium"
            title={
              without === "category"
                ? t("empty.other_occasions", { place })
                : without === "city"
                  ? t("empty.elsewhere", { category: occasion?.name })
                  : t("empty.newest")
            }
          />
          <CardGrid profiles={profiles} />
        </section>
      )}
    </>
  )
}
