import ChevronRight from "lucide-react/icons/chevron-right"
import { classNames } from "~/lib/class-names"
import { AppLink } from "./app-link"

export type BreadcrumbsProps = {
  label: string
  /** From the root down; the last is this page. */
  items: readonly { label: string; to: string }[]
  /** On a phone all fit one line: of three, the second is cut; of two, the last. */
  isOneLine?: boolean
  className?: string
}

export function Breadcrumbs({ label, items, isOneLine, className }: BreadcrumbsProps) {
  return (
    <nav aria-label={label} className={className}>
      <ol
        className={classNames(
          "flex flex-wrap items-center gap-x-2 gap-y-1 text-meta max-lg:-my-3 max-lg:gap-y-0",
          isOneLine && "max-sm:flex-nowrap",
        )}
      >
        {items.map((item, index) => {
          const isLast = index === items.length - 1
          return (
            <li
              key={item.to}
              className={classNames("flex min-w-0 items-center gap-2", isOneLine && "first:shrink-0 nth-3:shrink-0")}
            >
              <AppLink
                to={item.to}
                aria-current={isLast ? "page" : undefined}
                className={classNames(
                  "touch-target rounded-badge transition-colors hover:text-ink max-lg:min-w-11 max-lg:py-3",
                  isLast ? "truncate text-ink" : "text-mute",
                  isOneLine && "max-sm:truncate",
                )}
              >
                {item.label}
              </AppLink>
              {!isLast && <ChevronRight className="size-3.5 shrink-0 text-mute" />}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
