import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts"
import { ChartTooltip } from "./chart-tooltip"
import { axis, grid } from "./look"

export interface BarsProps {
  /** Days as they are written. */
  days: string[]
  /** From the bottom up. */
  parts: { name: string; values: (number | null)[] }[]
}

const fills = ["var(--ink)", "var(--accent)", "var(--ctl)", "var(--line2)", "var(--ink2)"]

/** Parts of a whole by day, one upon the other. */
export default function Bars({ days, parts }: BarsProps) {
  const data = days.map((day, index) => ({ day, values: parts.map(({ values }) => values[index] ?? null) }))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid {...grid} />
        <XAxis dataKey="day" {...axis} minTickGap={32} />
        <YAxis {...axis} width={48} allowDecimals={false} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--sunk)" }}
          content={({ active, label, payload }) => {
            const values = (payload?.[0]?.payload as (typeof data)[number] | undefined)?.values
            if (!active || !values) return null
            const rows = parts.map(({ name }, index) => ({ name, value: String(values[index] ?? "–") }))
            return <ChartTooltip title={String(label)} rows={rows} />
          }}
        />
        {parts.map(({ name }, index) => (
          <Bar
            key={name}
            dataKey={({ values }: (typeof data)[number]) => values[index] ?? 0}
            name={name}
            stackId="all"
            fill={fills[index % fills.length]}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
