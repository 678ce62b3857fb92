import type { Count } from "~/domain/profiles/statistics/measures"
import { classNames } from "~/lib/class-names"

export interface BarChartProps {
  /** Description of the chart for readers who do not see it: the table has the numbers. */
  label: string
  bars: { name: string; count: Count }[]
  /** Beside a figure. */
  isSmall?: boolean
}

const height = 96
const step = 12
/** The height of a count that is not shown. */
const hidden = 3

/** A bar for each day or week, ink on paper; a count that is not shown is a stub in the colour of hairlines. */
export function BarChart({ label, bars, isSmall }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count ?? 0))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * step} ${height}`}
      preserveAspectRatio="none"
      className={classNames("w-full", isSmall ? "h-9" : "h-24")}
    >
      {bars.map(({ name, count }, index) => {
        const tall = count === null ? hidden : (count / most) * (height - 4)
        return (
          <rect
            key={name}
            x={index * step + 1.5}
            y={height - tall}
            width={step - 3}
            height={tall}
            className={classNames(count === null ? "fill-line2" : "fill-ink", "forced-colors:fill-[CanvasText]")}
          >
            <title>{name}</title>
          </rect>
        )
      })}
    </svg>
  )
}
