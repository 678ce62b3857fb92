import { ChevronLeft, ChevronRight } from "lucide-react"
import type { ReactNode } from "react"
import { classNames } from "~/lib/class-names"
import { ButtonLink } from "../button"

export type KeysetPaginationProps = {
  label: string
  previousTo?: string
  nextTo?: string
  previousLabel: string
  nextLabel: string
  className?: string
}

/** Previous and next, for lists that are read by a cursor. Nothing at all when there is only one page. */
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

/** An end of the list leaves its place empty, so that the other keeps its side. */
function KeysetStep({ to, children, ...rest }: KeysetStepProps) {
  if (!to) return <span />
  return (
    <ButtonLink to={to} {...rest}>
      {children}
    </ButtonLink>
  )
}
