import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { LeaveSite } from "~/ui/navigation/leave-site"

/** A form's result that sends the reader to a page of a provider. */
export interface LeaveResult extends FormResult {
  leave?: string
}

/** Opens a page of the payment provider. */
export function LeaveForPayment({ to, text }: { to: string; text: string }) {
  const { t } = useTranslation("billing")
  return <LeaveSite to={to} text={text} link={t("leave.link")} />
}
