import { isRouteErrorResponse, useRouteError } from "@remix-run/react"
import { useEffect } from "react"
import { SearchBox } from "~/features/listing/search-box"
import { useTranslation } from "~/i18n/use-translation"
import { type PageError, useRootData } from "~/remix/root-data"
import { ButtonLink } from "~/ui/button"

/**
 * The generic error page (product-spec 2): the status, 500 if unknown, a sentence in the reader's language, and links to
 * go on by.
 */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const name = useRootData()?.app.name ?? "Salon"
  // Whatever was not thrown on purpose is ours, but for a form that the page does not have.
  const thrown = (isRouteErrorResponse(error) ? (error.data as Partial<PageError> | null) : null) ?? {}
  const fallback = status === 405 ? t("error_page.bad_method") : t("error_page.server_error")
  const title = thrown.title ?? fallback
  const links = thrown.links ?? [{ to: "/", label: t("error_page.home") }]
  useEffect(() => {
    document.title = `${title} - ${name}`
  }, [title, name])
  return (
    <div className="page-container flex flex-col items-start py-16 md:py-28">
      <p className="text-meta tabular-nums text-mute">{t("error_page.status", { status })}</p>
      <h1 className="mt-3 max-w-3xl text-page-title wrap-anywhere">{thrown.message || fallback}</h1>
      <p className="mt-5 text-lead text-ink2">
        {thrown.hint ?? (status === 405 ? t("error_page.request_hint") : t("error_page.hint"))}
      </p>
      {status === 404 && <SearchBox className="mt-8 w-full max-w-md" />}
      <div className="mt-8 flex flex-wrap gap-3">
        {links.map(({ to, label }, at) => (
          <ButtonLink key={to} to={to} variant={at ? "secondary" : "primary"}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </div>
  )
}
