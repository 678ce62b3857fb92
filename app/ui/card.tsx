import type { HTMLAttributes } from "react"
import { classNames } from "~/lib/class-names"

export type CardProps = HTMLAttributes<HTMLElement> & {
  as?: "div" | "section" | "article" | "aside" | "li"
  /** 2 px of ink: the chosen one of several. */
  isChosen?: boolean
  isFlush?: boolean
}

/** A panel: surface, hairline, 16 round. Panels are never nested. */
export function Card({ as: Element = "div", isChosen, isFlush, className, ...rest }: CardProps) {
  return (
    <Element
      {...rest}
      className={classNames(
        "rounded-panel border bg-surface",
        isChosen ? "border-ink ring-1 ring-ink" : "border-line",
        isFlush ? "overflow-hidden" : "p-5 sm:p-6",
        className,
      )}
    />
  )
}
