/** Hairlines, and small figures without ticks. */
export const axis = {
  axisLine: { stroke: "var(--line)" },
  tickLine: false,
  tick: { fill: "var(--mute)", fontSize: 12 },
} as const

export const grid = { vertical: false, stroke: "var(--line)" } as const
