import type { NewestProfile } from "~/domain/profiles/schema"
import { formatDate, formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { Cell, HeadCell, Row, Table } from "~/ui/table"

/** Profiles published last; each name leads to the public page. */
export function NewestProfiles({ profiles }: { profiles: readonly NewestProfile[] }) {
  const { t } = useTranslation("admin")
  const locale = useLocale()
  return (
    <div>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-body font-semibold">{t("newest.title")}</h2>
        <AppLink to="/escorts" className="link text-ui">
          {t("newest.all")}
        </AppLink>
      </div>
      <Table
        label={t("newest.title")}
        head={
          <>
            <HeadCell>{t("newest.name")}</HeadCell>
            <HeadCell>{t("newest.city")}</HeadCell>
            <HeadCell>{t("newest.category")}</HeadCell>
            <HeadCell isNumeric>{t("newest.rate")}</HeadCell>
            <HeadCell>{t("newest.published")}</HeadCell>
            <HeadCell className="xl:max-2xl:hidden">{t("newest.confirmed")}</HeadCell>
          </>
        }
      >
        {profiles.map((profile) => (
          <Row key={profile.id}>
            <Cell isRowHeader className="whitespace-nowrap">
              <AppLink to={`/escorts/${profile.slug}`} className="rounded-badge underline-offset-4 hover:underline">
                {profile.name}
              </AppLink>
            </Cell>
            <Cell className="whitespace-nowrap">{profile.city}</Cell>
            <Cell className="whitespace-nowrap text-ink2">{profile.category}</Cell>
            <Cell isNumeric>{formatPrice(profile.hourly_rate, locale)}</Cell>
            <Cell className="whitespace-nowrap text-ink2">{formatDate(profile.published_at, locale, "short")}</Cell>
            <Cell className="whitespace-nowrap text-ink2 xl:max-2xl:hidden">
              {profile.verified_at ? formatDate(profile.verified_at, locale, "month") : t("newest.never")}
            </Cell>
          </Row>
        ))}
      </Table>
    </div>
  )
}
