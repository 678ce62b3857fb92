import { Form } from "@remix-run/react"
import Download from "lucide-react/icons/download"
import { type Figures, type Period, periods } from "~/domain/back-office/analytics/measures"
import { DateField } from "~/features/shell/dates/date-field"
import { useTranslation } from "~/i18n/use-translation"
import { Button, ButtonLink } from "~/ui/button"
import { ChipLink } from "~/ui/chip"

export interface PeriodFormProps {
  /** Null: dates were chosen. */
  period: Period | null
  figures: Pick<Figures, "from" | "to">
  /** The dates of the address were no period. */
  isWrong: boolean
}

/** The period that the figures are of: a number of days until yesterday, or two dates. It is in the address. */
export function PeriodForm({ period, figures: { from, to }, isWrong }: PeriodFormProps) {
  const { t } = useTranslation("figures")
  const csv = period ? `period=${period}` : `from=${from}&to=${to}`
  const dates = [
    ["from", from],
    ["to", to],
  ] as const
  return (
    <div className="mt-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <nav aria-label={t("period.label")} className="flex flex-wrap gap-2">
        {periods.map((days) => (
          <ChipLink key={days} to={`?period=${days}`} isActive={days === period}>
            {days === "365" ? t("period.year") : t("period.days", { days })}
          </ChipLink>
        ))}
      </nav>
      <Form method="get" preventScrollReset className="flex max-w-full flex-wrap items-end gap-3">
        {dates.map(([name, day]) => (
          <DateField
            key={`${name} ${from} ${to}`}
            name={name}
            label={t(`period.${name}`)}
            defaultValue={day}
            className="w-full sm:w-72"
            error={isWrong && name === "to" ? t("period.wrong") : undefined}
          />
        ))}
        <Button type="submit">{t("period.show")}</Button>
        <ButtonLink to={`/dashboard/admin/figures.csv?${csv}`} reloadDocument variant="ghost" icon={<Download />}>
          {t("export")}
        </ButtonLink>
      </Form>
    </div>
  )
}
