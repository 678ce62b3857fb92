import type { ReactNode } from "react"
import { classNames } from "~/lib/class-names"

export type BadgeTone = "neutral" | "outlined" | "ok" | "warn" | "bad" | "accent" | "ink" | "photo" | "photo-dark"

const tones: Record<BadgeTone, string> = {
  neutral: "border-transparent bg-sunk text-ink2",
  outlined: "border-line2 bg-surface text-ink2",
  ok: "border-transparent bg-ok-soft text-ok",
  warn: "border-transparent bg-warn-soft text-warn",
  bad: "border-transparent bg-bad-soft text-bad",
  accent: "border-transparent bg-accent-soft text-accent-text",
  ink: "border-transparent bg-ink text-paper",
  photo: "border-transparent bg-surface/92 text-ink",
  "photo-dark": "border-transparent bg-night/70 text-white",
}

export type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; children: ReactNode; className?: string }

/** A state in an icon and a word, 24 high: never colour alone. The photo tones are for pictures. */
export function Badge({ tone = "neutral", icon, children, className }: BadgeProps) {
  return (
    <span className={classNames("badge", tones[tone], className)}>
      {icon}
      {children}
    </span>
  )
}

/** A pink number of new items. The name of its control must include it. */
export function CountBadge({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 text-[0.6875rem]/none font-semibold text-on-accent outline-2 outline-paper"
    >
      {children}
    </span>
  )
}

/** A pink dot: something is new, or waits. The name of its control must say so. */
export function DotBadge() {
  return <span aria-hidden="true" className="block size-2.5 rounded-full bg-accent outline-2 outline-paper" />
}

/** The green dot and the word: "Online". */
export function OnlineDot({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-1.5", className)}>
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-ok" />
      {children}
    </span>
  )
}
