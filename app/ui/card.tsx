import { forwardRef, type HTMLAttributes, type InputHTMLAttributes, type ReactNode, useId } from "react"
import { classNames } from "~/lib/class-names"
import { radioClass } from "./form/radio"

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

export type ChoiceCardProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "title" | "size"> & {
  title: ReactNode
  description?: ReactNode
  /** At the end of the title's line: a price, a badge. */
  aside?: ReactNode
}

/** A radio button as a whole card. Put several in a `ChoiceGroup`. */
export const ChoiceCard = forwardRef<HTMLInputElement, ChoiceCardProps>(function ChoiceCard(
  { title, description, aside, className, ...rest },
  ref,
) {
  const id = useId()
  return (
    <label
      className={classNames(
        "flex items-start gap-3 rounded-card border border-line2 bg-surface p-5 transition-colors enabled-hover:border-ctl",
        "has-checked:border-ink! has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink",
        "has-disabled:cursor-not-allowed has-disabled:opacity-40",
        className,
      )}
    >
      <input
        {...rest}
        ref={ref}
        type="radio"
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        className={classNames(radioClass, "outline-none")}
      />
      <span className="min-w-0 grow">
        <span className="flex items-baseline justify-between gap-3">
          <span id={`${id}-title`} className="text-body font-semibold">
            {title}
          </span>
          {aside}
        </span>
        {description && (
          <span id={`${id}-description`} className="mt-0.5 block text-ui text-ink2">
            {description}
          </span>
        )}
      </span>
    </label>
  )
})
