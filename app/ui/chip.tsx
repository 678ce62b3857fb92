import type { LinkProps } from "@remix-run/react"
import X from "lucide-react/icons/x"
import type { ReactNode } from "react"
import { classNames } from "~/lib/class-names"
import { AppLink } from "./navigation/app-link"

type ChipLook = {
  /** Ink on paper: this choice is the active one. */
  isActive?: boolean
  /** An applied filter: it ends with a cross, and a press removes it. Name that act in `aria-label`. */
  isApplied?: boolean
  icon?: ReactNode
}

export type ChipLinkProps = ChipLook & LinkProps

/** A choice that is an address: filters, without script too. */
export function ChipLink({ isActive, isApplied, icon, className, children, ...rest }: ChipLinkProps) {
  return (
    <AppLink
      aria-current={isActive || undefined}
      preventScrollReset
      {...rest}
      className={classNames("chip", isActive && "chip-active", className)}
    >
      {icon}
      {children}
      {isApplied && <X className="-mr-0.5" />}
    </AppLink>
  )
}
