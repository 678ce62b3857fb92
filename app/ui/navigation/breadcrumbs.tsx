import { ChevronRight } from "lucide-react"
import { classNames } from "~/lib/class-names"
import { AppLink } from "./app-link"

export type BreadcrumbsProps = {
  label: string
  /** From the root down; the last is this page. */
  items: readonly { label: string; to: string }[]
  className?: string
}

export function Breadcrumbs({ label, items, className }: BreadcrumbsProps) {
  return (
    <nav aria-label={label} className={className}>
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta max-lg:-my-3 max-lg:gap-y-0">
        {items.map((item, index) => {
          const isLast = index === items.length - 1
          return (
            <li key={item.to} className="flex min-w-0 items-center gap-2">
              <AppLink
                to={item.to}
                aria-current={isLast ? "page" : undefined}
                className={classNames(
                  "touch-target rounded-badge transition-colors hover:text-ink max-lg:py-3",
                  isLast ? "truncate text-ink" : "text-mute",
                )}
              >
                {item.label}
              </AppLink>
              {!isLast && <ChevronRight className="size-3.5 text-mute" />}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
