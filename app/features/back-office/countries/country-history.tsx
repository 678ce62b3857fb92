import type { CountryChange } from "~/domain/core/countries/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge, type BadgeTone } from "~/ui/badge"
import { Card } from "~/ui/card"
import { AppLink } from "~/ui/navigation/app-link"
import { CountryRulesList } from "./country-rules-list"

const tones: Record<CountryChange["state"], BadgeTone> = {
  pending: "warn",
  confirmed: "ok",
  refused: "bad",
  withdrawn: "neutral",
  expired: "outlined",
}

/** The latest changes of a country: what, why, who and when. */
export function CountryHistory({ changes }: { changes: CountryChange[] }) {
  const { t } = useTranslation("admin-countries")
  const locale = useLocale()
  if (changes.length === 0) return <p className="mt-3 text-ui text-ink2">{t("history.none")}</p>
  return (
    <ul className="mt-4 max-w-3xl space-y-4">
      {changes.map((change) => (
        <Card as="li" key={change.id}>
          <div className="flex flex-wrap items-center gap-3">
            <AppLink to={`/dashboard/admin/country-changes/${change.id}`} className="link text-ui font-medium">
              {formatDate(change.created_at, locale, "date")}, {formatTime(change.created_at, locale)}
            </AppLink>
            <Badge tone={tones[change.state]}>{t(`states.${change.state}`)}</Badge>
          </div>
          <CountryRulesList rules={change} className="mt-4" />
          <p className="mt-4 border-t border-line pt-4 text-ui wrap-anywhere whitespace-pre-line">{change.reason}</p>
          <p className="mt-2 text-meta text-mute">
            {t("history.by", { name: change.staff ?? t("history.nobody") })}
            {change.second_staff !== null && ` · ${t("history.second", { name: change.second_staff })}`}
          </p>
        </Card>
      ))}
    </ul>
  )
}
