import { useSearchParams } from "@remix-run/react"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"

export interface DeskPagesProps {
  /** Returns the list's address with these parameters besides its own. */
  address: (more: Record<string, string>) => string
  next: string | null
}

/** The first and the next page of a desk's list; nothing if there is one page alone. */
export function DeskPages({ address, next }: DeskPagesProps) {
  const { t } = useTranslation("admin-review")
  const [query] = useSearchParams()
  const isLater = query.has("cursor")
  if (!isLater && !next) return null
  return (
    <nav aria-label={t("pages.label")} className="mt-5 flex justify-between gap-3">
      {isLater ? <ButtonLink to={address({})}>{t("pages.first")}</ButtonLink> : <span />}
      {next && <ButtonLink to={address({ cursor: next })}>{t("pages.next")}</ButtonLink>}
    </nav>
  )
}
