import type { Plan } from "~/domain/billing/schema"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { AppLink } from "~/ui/navigation/app-link"
import { withNext } from "../billing-paths"
import { savedMonths, usePriceLabels } from "../price-labels"

/** Links to the same plans, paid at other intervals. Nothing for a single interval. */
export function IntervalSwitch({ path, plans, intervals, chosen, next }: IntervalSwitchProps) {
  const { t } = useTranslation("billing")
  const { every } = usePriceLabels()
  if (intervals.length < 2) return null
  return (
    <nav aria-label={t("plans.interval")} className="max-sm:w-full">
      <ul className="flex flex-wrap gap-1 rounded-card bg-sunk p-1 max-sm:flex-col">
        {intervals.map((months) => {
          const saved = savedMonths(plans, months)
          const isChosen = months === chosen
          return (
            <li key={months} className="flex grow">
              <AppLink
                to={withNext(`${path}?interval=${months}`, next)}
                preventScrollReset
                replace
                aria-current={isChosen ? "true" : undefined}
                className={classNames(
                  "flex min-h-11 grow items-center justify-center gap-2 rounded-field border px-4 text-ui whitespace-nowrap transition-colors",
                  isChosen
                    ? "border-line2 bg-surface font-medium text-ink forced-colors:border-[Highlight]"
                    : "border-transparent text-ink2 hover:text-ink",
                )}
              >
                {every(months)}
                {saved > 0 && <span className="text-ok">{t("price.saved", { count: saved })}</span>}
              </AppLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

export interface IntervalSwitchProps {
  /** The address of the page that shows them. */
  path: string
  plans: Plan[]
  /** In months. */
  intervals: number[]
  chosen: number
  next: string | null
}
