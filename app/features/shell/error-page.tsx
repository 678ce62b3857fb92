import { isRouteErrorResponse, useRouteError } from "@remix-run/react"
import { useEffect } from "react"
import { SearchBox } from "~/features/listing/search-box"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { ButtonLink } from "~/ui/button"

/** The data of an error thrown on purpose (page.server.ts). */
interface Thrown {
  code?: string
  message?: string
}

/** The generic error page (product-spec 2): the status, 500 if unknown, and a sentence in the reader's language. */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const name = useRootData()?.app.name ?? "Salon"
  const { code, message: sentence } = (isRouteErrorResponse(error) ? (error.data as Thrown | null) : null) ?? {}
  const isOurs = status >= 500
  const isBadMethod = status === 405
  const fallback =
    status === 404 ? t("error_page.not_found") : isBadMethod ? t("error_page.bad_method") : t("error_page.server_error")
  const message = sentence || fallback
  const title = status === 404 || isBadMethod || isOurs ? fallback : t("error_page.status", { status })
  useEffect(() => {
    document.title = `${title} - ${name}`
  }, [title, name])
  return (
    <div className="page-container flex flex-col items-start py-16 md:py-28">
      <p className="text-meta tabular-nums text-mute">{t("error_page.status", { status })}</p>
      <h1 className="mt-3 max-w-3xl text-page-title wrap-anywhere">{message}</h1>
      <p className="mt-5 text-lead text-ink2">
        {code === "impersonation.closed"
          ? t("impersonation.closed_hint")
          : status === 404
            ? t("error_page.not_found_hint")
            : isOurs
              ? t("error_page.hint")
              : t("error_page.request_hint")}
      </p>
      {status === 404 && <SearchBox className="mt-8 w-full max-w-md" />}
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/" variant="primary">
          {t("error_page.home")}
        </ButtonLink>
        <ButtonLink to="/escorts" variant="secondary">
          {t("error_page.browse")}
        </ButtonLink>
        {status === 404 && (
          <ButtonLink to="/faq" variant="ghost">
            {t("error_page.questions")}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
