import { ChevronLeft, ChevronRight } from "lucide-react"
import type { ReactNode } from "react"
import { classNames } from "~/lib/class-names"
import { ButtonLink } from "../button"
import { AppLink } from "./app-link"

export type PaginationProps = {
  label: string
  page: number
  pageCount: number
  /** The address of a page, counted from 1. */
  to: (page: number) => string
  previousLabel: string
  nextLabel: string
  /** The name of a page's link: "Page 3". */
  pageLabel: (page: number) => string
  formatPage?: (page: number) => string
  className?: string
}

const square = "flex size-9 items-center justify-center rounded-small text-ui tabular-nums transition-colors"

/** Numbered pages, for lists that can be counted cheaply. */
export function Pagination({
  label,
  page,
  pageCount,
  to,
  previousLabel,
  nextLabel,
  pageLabel,
  formatPage = String,
  className,
}: PaginationProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex items-center sm:gap-1">
        <li>
          <Step to={page > 1 ? to(page - 1) : undefined} label={previousLabel} rel="prev">
            <ChevronLeft className="size-4" />
          </Step>
        </li>
        {pagesAround(page, pageCount).map((one, index) => (
          <li key={one === "gap" ? `gap-${index}` : one}>
            {one === "gap" ? (
              <span className={classNames(square, "text-mute")}>…</span>
            ) : (
              <AppLink
                to={to(one)}
                aria-label={pageLabel(one)}
                aria-current={one === page ? "page" : undefined}
                className={classNames(
                  square,
                  one === page
                    ? "bg-ink font-medium text-paper forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-color-adjust-none"
                    : "text-ink hover:bg-sunk",
                )}
              >
                {formatPage(one)}
              </AppLink>
            )}
          </li>
        ))}
        <li>
          <Step to={page < pageCount ? to(page + 1) : undefined} label={nextLabel} rel="next">
            <ChevronRight className="size-4" />
          </Step>
        </li>
      </ul>
    </nav>
  )
}

function Step({ to, label, rel, children }: { to?: string; label: string; rel: string; children: ReactNode }) {
  if (!to) {
    // Nothing to press, but it occupies its place.
    return (
      <span aria-hidden="true" className={classNames(square, "text-ink opacity-30")}>
        {children}
      </span>
    )
  }
  return (
    <AppLink to={to} rel={rel} aria-label={label} className={classNames(square, "text-ink hover:bg-sunk")}>
      {children}
    </AppLink>
  )
}

/** Returns the first, the last, this page and its neighbours; at most seven places, so that it fits a phone. */
export function pagesAround(page: number, pageCount: number): (number | "gap")[] {
  if (pageCount <= 5) return Array.from({ length: pageCount }, (_, index) => index + 1)
  if (page <= 3) return [1, 2, 3, ...(page === 3 ? [4] : []), "gap", pageCount]
  if (page >= pageCount - 2) {
    return [1, "gap", ...(page === pageCount - 2 ? [page - 1] : []), pageCount - 2, pageCount - 1, pageCount]
  }
  return [1, "gap", page - 1, page, page + 1, "gap", pageCount]
}

export type KeysetPaginationProps = {
  label: string
  previousTo?: string
  nextTo?: string
  previousLabel: string
  nextLabel: string
  className?: string
}

/** Previous and next, for lists with a cursor. Nothing at all for a single page. */
export function KeysetPagination({
  label,
  previousTo,
  nextTo,
  previousLabel,
  nextLabel,
  className,
}: KeysetPaginationProps) {
  if (!previousTo && !nextTo) return null
  return (
    <nav aria-label={label} className={classNames("flex items-center justify-between gap-3", className)}>
      <KeysetStep to={previousTo} rel="prev" icon={<ChevronLeft />}>
        {previousLabel}
      </KeysetStep>
      <KeysetStep to={nextTo} rel="next" trailingIcon={<ChevronRight />}>
        {nextLabel}
      </KeysetStep>
    </nav>
  )
}

type KeysetStepProps = { to?: string; rel: string; icon?: ReactNode; trailingIcon?: ReactNode; children: string }

/** At an end of the list the place stays empty, so that the other link stays on its side. */
function KeysetStep({ to, children, ...rest }: KeysetStepProps) {
  if (!to) return <span />
  return (
    <ButtonLink to={to} {...rest}>
      {children}
    </ButtonLink>
  )
}
