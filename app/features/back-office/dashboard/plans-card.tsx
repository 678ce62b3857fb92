import { useId } from "react"
import type { FigureLine, Figures } from "~/domain/back-office/analytics/measures"
import { useTranslation } from "~/i18n/use-translation"
import { Card } from "~/ui/card"
import { Disclosure } from "~/ui/overlay/disclosure"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { ChartSlot } from "./chart-slot"
import { useFigureTexts } from "./figure-texts"

/** The active subscriptions by plan, one bar upon the other. */
export function PlansCard({ figures, lines }: { figures: Pick<Figures, "from" | "to" | "by">; lines: FigureLine[] }) {
  const { t } = useTranslation("figures")
  const id = useId()
  const { figureOf, dayOf } = useFigureTexts()
  const name = t("measures.subscriptions")
  const ranked = lines.toSorted((a, b) => (b.total ?? 0) - (a.total ?? 0))
  const titleOf = ({ dimension }: FigureLine) => dimension || t("unpaid")
  const days = ranked[0]?.series.map(({ day }) => day) ?? []
  const parts = ranked.map((line) => ({ name: titleOf(line), values: line.series.map(({ value }) => value) }))
  return (
    <Card as="section" aria-labelledby={id} className="flex flex-col">
      <h2 id={id} className="text-body font-semibold">
        {name}
      </h2>
      <ChartSlot
        kind="bars"
        label={t("chart.label", { name, from: dayOf(figures.from), to: dayOf(figures.to) })}
        days={days.map(dayOf)}
        parts={parts}
      />
      <dl className="mb-4 space-y-2 text-ui">
        {ranked.map((line, index) => (
          <div key={line.dimension} className="flex items-center justify-between gap-4">
            <dt className="flex items-center gap-2.5">
              <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
                <rect width="10" height="10" rx="2" className={partFills[index % partFills.length]} />
              </svg>
              {titleOf(line)}
            </dt>
            <dd className="font-semibold tabular-nums">{figureOf(line, line.total)}</dd>
          </div>
        ))}
      </dl>
      <Disclosure look="group" title={t("table.show")}>
        <Table
          label={t("table.label", { name })}
          isPlain
          className="max-h-80"
          head={
            <>
              <HeadCell>{t(`table.${figures.by}`)}</HeadCell>
              {parts.map((part) => (
                <HeadCell key={part.name} isNumeric>
                  {part.name}
                </HeadCell>
              ))}
            </>
          }
        >
          {days
            .map((day, index) => (
              <Row key={day}>
                <Cell isRowHeader>{dayOf(day)}</Cell>
                {ranked.map((line) => (
                  <Cell key={line.dimension} isNumeric>
                    {figureOf(line, line.series[index]?.value ?? null)}
                  </Cell>
                ))}
              </Row>
            ))
            .toReversed()}
        </Table>
      </Disclosure>
    </Card>
  )
}

const partFills = ["fill-ink", "fill-accent", "fill-ctl", "fill-line2", "fill-ink2"]
