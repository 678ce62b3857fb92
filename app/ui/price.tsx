import type { ReactNode } from "react"
import { classNames } from "~/lib/class-names"

export type PriceProps = {
  /** Formatted: "€140", "140 €". */
  amount: string
  /** Formatted: "/ h", "per month". */
  unit?: ReactNode
  /** On a card, in a panel, on a plan. */
  size?: "card" | "panel" | "plan"
  className?: string
}

const sizes = {
  card: { amount: "text-ui font-semibold", unit: "text-ui text-mute" },
  panel: { amount: "font-display text-[1.75rem]/[1.2] tracking-[-0.015em]", unit: "text-meta text-mute" },
  plan: { amount: "font-display text-[3.25rem]/none font-[360] tracking-[-0.025em]", unit: "ml-1 text-body text-ink2" },
}

export function Price({ amount, unit, size = "card", className }: PriceProps) {
  return (
    <span className={classNames("whitespace-nowrap tabular-nums", className)}>
      <span className={sizes[size].amount}>{amount}</span>
      {unit && <span className={sizes[size].unit}>{typeof unit === "string" ? ` ${unit}` : <> {unit}</>}</span>}
    </span>
  )
}
