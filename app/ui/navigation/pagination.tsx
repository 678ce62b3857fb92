import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
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
