import Lock from "lucide-react/icons/lock"
import { type ReactNode, useEffect, useRef } from "react"
import { classNames } from "~/lib/class-names"
import { AppLink } from "./app-link"

type TabItem = {
  to: string
  label: ReactNode
  /** In mute after the word. */
  count?: ReactNode
  isCurrent?: boolean
  /** A lock before the word; explain it in `lockedLabel`. */
  lockedLabel?: string
  isDisabled?: boolean
}

export type TabsProps = { label: string; items: readonly TabItem[]; className?: string }

/** Links to the pages of one subject. On a narrow screen they scroll sideways, and a cut word shows that. */
export function Tabs({ label, items, className }: TabsProps) {
  const list = useRef<HTMLUListElement>(null)
  const current = items.findIndex((item) => item.isCurrent)

  useEffect(() => {
    const tab = list.current?.children[current]
    if (!list.current || !(tab instanceof HTMLElement)) return
    const { offsetLeft, offsetWidth } = tab
    const { clientWidth } = list.current
    if (offsetLeft + offsetWidth > list.current.scrollLeft + clientWidth || offsetLeft < list.current.scrollLeft) {
      list.current.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2
    }
  }, [current])

  return (
    <nav aria-label={label} className={classNames("border-b border-line", className)}>
      <ul
        ref={list}
        className="relative -mb-px flex gap-6 overflow-x-auto overscroll-x-contain scrollbar-none max-md:-mx-4 max-md:px-4"
      >
        {items.map((item) => (
          <li key={item.to} className="shrink-0">
            <Tab {...item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Tab({ to, label, count, isCurrent, lockedLabel, isDisabled }: TabItem) {
  const content = (
    <>
      {lockedLabel && <Lock role="img" aria-hidden={false} aria-label={lockedLabel} className="size-4" />}
      {label}
      {count !== undefined && <span className="-ml-0.5 text-meta font-normal text-mute">{count}</span>}
    </>
  )
  const className =
    "flex h-12 min-w-11 items-center justify-center gap-2 border-b-2 text-body whitespace-nowrap outline-offset-[-3px]"
  if (isDisabled) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a link that leads nowhere yet, still read as one
      // biome-ignore lint/a11y/useFocusableInteractive: nothing can be done with it
      <span
        role="link"
        aria-disabled="true"
        className={classNames(className, "border-transparent text-ink2 opacity-40 forced-colors:border-b-0")}
      >
        {content}
      </span>
    )
  }
  return (
    <AppLink
      to={to}
      preventScrollReset
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(
        className,
        "rounded-t-badge transition-colors",
        isCurrent
          ? "border-accent font-medium text-ink"
          : "border-transparent text-ink2 hover:text-ink forced-colors:border-b-0",
      )}
    >
      {content}
    </AppLink>
  )
}
