import type { Figure, FigureLine, Measure } from "~/domain/back-office/analytics/measures"
import { formatDate, formatNumber, formatPercent, formatPrice } from "~/i18n/format"
import { formatWait } from "~/i18n/format-wait"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"

type Line = Pick<FigureLine, "measure" | "dimension">

/** Returns how a measure's name, its figures and its days are written in the reader's language. */
export function useFigureTexts() {
  const { t } = useTranslation("figures")
  const locale = useLocale()
  return {
    nameOf: ({ measure, dimension }: Line) =>
      measure === "revenue" ? t("revenue_in", { currency: dimension.toUpperCase() }) : t(`measures.${measure}`),
    figureOf: ({ measure, dimension }: Line, value: Figure): string => {
      if (value === null) return "–"
      if (measure === "revenue") return formatPrice(value, locale, dimension)
      return isWait(measure) ? formatWait(value, locale) : formatNumber(value, locale)
    },
    dayOf: (day: string) => formatDate(Date.parse(day), locale, "short"),
    comparisonOf: (now: Figure, before: Figure): string => {
      if (now === null || !before) return t("compare.none")
      if (now === before) return t("compare.same")
      const percent = formatPercent(Math.abs(now - before) / Math.abs(before), locale)
      return t(now > before ? "compare.more" : "compare.fewer", { percent })
    },
  }
}

const isWait = (measure: Measure) => measure === "waiting_median" || measure === "waiting_oldest"
