import type { LinkProps } from "@remix-run/react"
import X from "lucide-react/icons/x"
import type { ReactNode } from "react"
import { classNames } from "~/lib/class-names"
import { AppLink } from "./navigation/app-link"

export type ChipLook = {
  /** Ink on paper: this choice is the active one. */
  isActive?: boolean
  /** An applied filter: it ends with a cross, and a press removes it. Name that act in `aria-label`. */
  isApplied?: boolean
  icon?: ReactNode
}

function chipClass({ isActive }: ChipLook) {
  return classNames(
    "touch-target inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-meta font-medium whitespace-nowrap transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-40 [&_.lucide]:size-3.5",
    isActive
      ? "border-ink bg-ink text-paper forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-color-adjust-none"
      : "border-line2 bg-surface text-ink enabled-hover:bg-sunk",
  )
}

export type ChipLinkProps = ChipLook & LinkProps

/** A choice that is an address: filters, without script too. */
export function ChipLink({ isActive, isApplied, icon, className, children, ...rest }: ChipLinkProps) {
  return (
    <AppLink
      aria-current={isActive || undefined}
      preventScrollReset
      {...rest}
      className={classNames(chipClass({ isActive }), className)}
    >
      {icon}
      {children}
      {isApplied && <X className="-mr-0.5" />}
    </AppLink>
  )
}
