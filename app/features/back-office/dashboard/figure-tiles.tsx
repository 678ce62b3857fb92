import type { ReactNode } from "react"
import type { FigureLine, Figures, Measure } from "~/domain/back-office/analytics/measures"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Card } from "~/ui/card"
import { useFigureTexts } from "./figure-texts"

/** Figures of the present and of the period, in one box. */
export function FigureTiles({ figures: { lines, now }, className }: { figures: Figures; className?: string }) {
  const { t } = useTranslation("figures")
  const locale = useLocale()
  const texts = useFigureTexts()
  const lineOf = (wanted: Measure) => lines.find(({ measure }) => measure === wanted)
  const compare = (line: FigureLine | undefined) => texts.comparisonOf(line?.total ?? null, line?.total_before ?? null)
  const subscribed = now.subscriptions.reduce((sum, { count }) => sum + count, 0)
  const plans = now.subscriptions.map(({ plan, count }) => `${plan || t("unpaid")} ${formatNumber(count, locale)}`)
  const paid = lines.filter(({ measure }) => measure === "revenue" || measure === "messages")
  return (
    <Card as="section" isFlush aria-label={t("now.label")} className={className}>
      <dl className="-m-px grid grid-cols-[repeat(auto-fit,minmax(min(11.5rem,100%),1fr))]">
        <Tile name={t("now.members")} value={formatNumber(now.members, locale)} line={lineOf("members")}>
          {compare(lineOf("members"))}
        </Tile>
        <Tile name={t("now.subscriptions")} value={formatNumber(subscribed, locale)}>
          {plans.join(" · ")}
        </Tile>
        {paid.map((line) => (
          <Tile
            key={line.measure + line.dimension}
            name={texts.nameOf(line)}
            value={texts.figureOf(line, line.total)}
            line={line}
          >
            {compare(line)}
          </Tile>
        ))}
      </dl>
    </Card>
  )
}

function Tile({
  name,
  value,
  line,
  children,
}: {
  name: string
  value: string
  line?: FigureLine
  children: ReactNode
}) {
  return (
    <div className="border-t border-l border-line p-5">
      <dt className="text-ui text-ink2">{name}</dt>
      <dd className="mt-2 flex items-end justify-between gap-4">
        <span className="font-display text-[1.75rem]/none tracking-tight tabular-nums">{value}</span>
        {line && <Sparkline values={line.series.map((point) => point.value)} />}
      </dd>
      <dd className="mt-2 text-meta text-mute">{children}</dd>
    </div>
  )
}

/** The course of a figure, without axes: its card below has them. */
function Sparkline({ values }: { values: (number | null)[] }) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const points = known.map((value, index) => {
    const [x, y] = [
      (index / (known.length - 1)) * 72,
      most === least ? 12 : 22 - ((value - least) / (most - least)) * 20,
    ]
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 72 24"
      preserveAspectRatio="none"
      className="h-6 w-full max-w-18 min-w-0 overflow-visible"
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        className="stroke-ink"
      />
    </svg>
  )
}
