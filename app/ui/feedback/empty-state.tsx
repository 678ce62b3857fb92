import type { ReactNode } from "react"
import { classNames } from "~/lib/class-names"

export type EmptyStateProps = {
  /** Three small pictures, as `<img>` or `Picture`; decorative. */
  pictures?: readonly [ReactNode, ReactNode, ReactNode]
  title: ReactNode
  /** A line that says what would fill this place. */
  children?: ReactNode
  /** A single secondary button. */
  button?: ReactNode
  headingLevel?: "h1" | "h2" | "h3"
  /** A hairline around it. */
  isBoxed?: boolean
  className?: string
}

const tilts = ["-rotate-6 z-10", "", "rotate-6 z-10"]

export function EmptyState({
  pictures,
  title,
  children,
  button,
  headingLevel: Heading = "h2",
  isBoxed,
  className,
}: EmptyStateProps) {
  return (
    <div
      className={classNames(
        "flex flex-col items-center px-6 py-8 text-center",
        isBoxed && "rounded-panel border border-line",
        className,
      )}
    >
      {pictures && (
        <div aria-hidden="true" className="mb-4 flex justify-center">
          {pictures.map((picture, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: three fixed places
              key={index}
              className={classNames(
                "relative -mx-1.5 h-18 w-14 overflow-hidden rounded-small outline-2 outline-paper *:size-full *:object-cover",
                tilts[index],
              )}
            >
              {picture}
            </span>
          ))}
        </div>
      )}
      <Heading className="text-subsection">{title}</Heading>
      {children && <p className="mt-1 max-w-[20rem] text-body text-balance text-ink2">{children}</p>}
      {button && <div className="mt-5">{button}</div>}
    </div>
  )
}
