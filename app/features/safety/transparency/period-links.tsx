import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { ChipLink } from "~/ui/chip"
import { periodName } from "./period-name"

/** Links to the published periods, latest first. */
export function PeriodLinks({ periods, current }: { periods: readonly string[]; current: string }) {
  const { t } = useTranslation("transparency")
  const locale = useLocale()
  return (
    <nav aria-label={t("periods")} className="mt-8">
      <ul className="flex flex-wrap gap-2">
        {periods.map((period) => (
          <li key={period}>
            <ChipLink to={`/transparency?period=${period}`} isActive={period === current}>
              {periodName(period, locale)}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
