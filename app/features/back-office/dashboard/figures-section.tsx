import { useNavigation } from "@remix-run/react"
import type { Figures, Measure } from "~/domain/back-office/analytics/measures"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Disclosure } from "~/ui/overlay/disclosure"
import { FigureCard } from "./figure-card"
import { FigureTiles } from "./figure-tiles"
import { PlansCard } from "./plans-card"

/** In this order; each line of revenue has a card of its own. */
const firstCharts = ["new_members", "revenue"] as const
const moreCharts = ["messages", "new_profiles", "waiting_median"] as const

/** The figures of the period: key figures, the first charts, and the others when asked for. Before the first night it says so. */
export function FiguresSection({ figures }: { figures: Figures }) {
  const { t } = useTranslation("figures")
  const locale = useLocale()
  const isLoading = useNavigation().location?.pathname === "/dashboard/admin"
  const { lines, made_until } = figures
  const grid = "mt-6 grid gap-6 md:grid-cols-2 2xl:grid-cols-3"
  const cardsOf = (charts: readonly Measure[]) =>
    charts.flatMap((measure) =>
      lines
        .filter((line) => line.measure === measure)
        .map((line) => <FigureCard key={measure + line.dimension} figures={figures} line={line} />),
    )
  return (
    <div aria-busy={isLoading} className={classNames("transition-opacity", isLoading && "opacity-60")}>
      <FigureTiles figures={figures} className="mt-6" />
      {made_until === null ? (
        <EmptyState title={t("empty.title")} isBoxed className="mt-6">
          {t("empty.text")}
        </EmptyState>
      ) : (
        <>
          <div className={grid}>{cardsOf(firstCharts)}</div>
          <div className="mt-6">
            <Disclosure look="group" title={t("more")}>
              <div className={grid}>
                {cardsOf(moreCharts)}
                <PlansCard figures={figures} lines={lines.filter(({ measure }) => measure === "subscriptions")} />
              </div>
            </Disclosure>
          </div>
          <p className="measure mt-4 text-meta text-mute">
            {t("until", { date: formatDate(Date.parse(made_until), locale, "date") })} {t("refunds")}
          </p>
        </>
      )}
    </div>
  )
}
