import { useId } from "react"
import type { FigureLine, Figures } from "~/domain/back-office/analytics/measures"
import { useTranslation } from "~/i18n/use-translation"
import { Card } from "~/ui/card"
import { Disclosure } from "~/ui/overlay/disclosure"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { ChartSlot } from "./chart-slot"
import { useFigureTexts } from "./figure-texts"

export interface FigureCardProps {
  figures: Pick<Figures, "from" | "to" | "by">
  line: FigureLine
}

/** A measure: its total, the comparison with the period before, its chart, and the table that has the same figures. */
export function FigureCard({ figures: { from, to, by }, line }: FigureCardProps) {
  const { t } = useTranslation("figures")
  const id = useId()
  const { nameOf, figureOf, dayOf, comparisonOf } = useFigureTexts()
  const name = nameOf(line)
  const points = line.series.map(({ day, ...point }) => ({ ...point, day: dayOf(day) }))
  return (
    <Card as="section" aria-labelledby={id} className="flex flex-col">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-body font-semibold">
          {name}
        </h2>
        <Legend isCompared={line.series.some(({ before }) => before !== null)} />
      </div>
      <p className="mt-2 font-display text-[1.75rem]/none tracking-tight tabular-nums">{figureOf(line, line.total)}</p>
      <p className="mt-1.5 text-meta text-mute">{comparisonOf(line.total, line.total_before)}</p>
      <ChartSlot
        kind="line"
        label={t("chart.label", { name, from: dayOf(from), to: dayOf(to) })}
        points={points}
        isMoney={line.measure === "revenue"}
        format={(value) => figureOf(line, value)}
      />
      <Disclosure look="group" title={t("table.show")}>
        <Table
          label={t("table.label", { name })}
          isPlain
          className="max-h-80"
          head={
            <>
              <HeadCell>{t(`table.${by}`)}</HeadCell>
              <HeadCell isNumeric>{t("table.value")}</HeadCell>
              <HeadCell isNumeric>{t("table.before")}</HeadCell>
            </>
          }
        >
          {line.series.toReversed().map(({ day, value, before }) => (
            <Row key={day}>
              <Cell isRowHeader>{dayOf(day)}</Cell>
              <Cell isNumeric>{figureOf(line, value)}</Cell>
              <Cell isNumeric>{figureOf(line, before)}</Cell>
            </Row>
          ))}
        </Table>
      </Disclosure>
    </Card>
  )
}

function Legend({ isCompared }: { isCompared: boolean }) {
  const { t } = useTranslation("figures")
  return (
    <p aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-ink2 noscript:hidden">
      <span className="flex items-center gap-2 before:h-0.5 before:w-4 before:bg-ink">{t("chart.now")}</span>
      {isCompared && (
        <span className="flex items-center gap-2 before:w-4 before:border-t-2 before:border-dashed before:border-line2">
          {t("chart.before")}
        </span>
      )}
    </p>
  )
}
