import { useEffect } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { assertNavigable } from "~/lib/paths"
import type { FormResult } from "~/remix/form"
import { buttonClass } from "~/ui/button"

/** A form's result that sends the reader to a page of the payment provider. */
export interface LeaveResult extends FormResult {
  leave?: string
}

/**
 * Opens a page of the payment provider. A redirect from the form itself would be refused by the page's policy
 * (form-action); without script the document refreshes to it.
 */
export function LeaveForPayment({ to, text }: { to: string; text: string }) {
  const { t } = useTranslation("billing")
  useEffect(() => {
    assertNavigable(to, { external: true })
    window.location.assign(to)
  }, [to])
  return (
    <div role="status" className="mt-6">
      <p className="text-body text-ink2">{text}</p>
      <a href={to} rel="noreferrer" className={`mt-4 ${buttonClass({ variant: "primary", size: "large" })}`}>
        {t("leave.link")}
      </a>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
      </noscript>
    </div>
  )
}
