import { CartesianGrid, Line, LineChart, ReferenceDot, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import { ChartTooltip } from "./chart-tooltip"
import { axis, grid } from "./look"

export interface LinesProps {
  /** Days as they are written. */
  points: { day: string; value: number | null; before: number | null }[]
  /** Values are minor units, and the axis has whole ones. */
  isMoney?: boolean
  format: (value: number | null) => string
  names: { now: string; before: string }
}

/** A measure by day: ink for the period, a dashed line for the one before, one pink point where it was highest. */
export default function Lines({ points, isMoney, format, names }: LinesProps) {
  const highest = points.reduce<(typeof points)[number] | null>(
    (best, point) => ((point.value ?? 0) > (best?.value ?? 0) ? point : best),
    null,
  )
  const line = { type: "linear", dot: false, isAnimationActive: false, strokeWidth: 2 } as const
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={points} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid {...grid} />
        <XAxis dataKey="day" {...axis} minTickGap={32} />
        <YAxis
          {...axis}
          width={48}
          allowDecimals={false}
          tickFormatter={(value: number) => (isMoney ? String(Math.round(value / 100)) : String(value))}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: "var(--line2)", strokeDasharray: "2 3" }}
          content={({ active, label, payload }) => {
            const point = payload?.[0]?.payload as LinesProps["points"][number] | undefined
            if (!active || !point) return null
            const rows = [
              { name: names.now, value: format(point.value) },
              { name: names.before, value: format(point.before) },
            ]
            return <ChartTooltip title={String(label)} rows={rows} />
          }}
        />
        <Line {...line} dataKey="before" stroke="var(--line2)" strokeDasharray="4 4" activeDot={false} />
        <Line {...line} dataKey="value" stroke="var(--ink)" activeDot={{ r: 4, fill: "var(--ink)", stroke: "none" }} />
        {highest && (
          <ReferenceDot
            x={highest.day}
            y={highest.value ?? 0}
            r={4.5}
            fill="var(--accent)"
            stroke="var(--surface)"
            strokeWidth={2}
          />
        )}
      </LineChart>
    </ResponsiveContainer>
  )
}
