import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { listingPath } from "../listing/listing-path"
import { CardGrid } from "../profiles/cards/card-grid"
import { SectionHead } from "../profiles/cards/section-head"
import type { ShownCard } from "../profiles/cards/shown-card"

/** The newest profiles. The title mentions this week only if that is true of every one. */
export function HomeNewest({ profiles, total }: { profiles: ShownCard[]; total: number }) {
  const { t } = useTranslation("home")
  const locale = useLocale()
  if (profiles.length === 0) return null
  return (
    <section aria-labelledby="newest" className="page-container">
      <SectionHead
        id="newest"
        title={profiles.every((profile) => profile.is_new) ? t("newest.this_week") : t("newest.title")}
        link={{ to: listingPath(), label: t("newest.all", { number: formatNumber(total, locale) }) }}
      />
      {/* Six fill their rows in two and in three columns. */}
      <CardGrid isNewSilent profiles={profiles} className="max-xl:*:nth-[n+7]:hidden" />
    </section>
  )
}
