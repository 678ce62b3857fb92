import { useNavigation } from "@remix-run/react"
import CircleCheck from "lucide-react/icons/circle-check"
import type { Identity } from "~/domain/verification/identity/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import type { LeaveResult } from "~/features/billing/leave-for-payment"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { LeaveSite } from "~/ui/navigation/leave-site"

/** The intents of the forms that begin a check. */
export type IdentityIntent = "start" | "staff"

export interface IdentityPanelProps {
  identity: Identity
  result: LeaveResult | undefined
}

/** The state of somebody's identity check, and what they can do about it. */
export function IdentityPanel({ identity, result }: IdentityPanelProps) {
  const { t } = useTranslation("identity")
  const locale = useLocale()
  useFormResult(result)
  const { status, method, checked_at, due_at, due_reason, can_start, can_ask_staff } = identity
  const isRunning = useNavigation().formMethod === "POST"
  const isAtStaff = method === "staff" && (status === "pending" || status === "processing")
  return (
    <section aria-labelledby="check">
      <h2 id="check" className="text-subsection">
        {t("check.title")}
      </h2>
      {checked_at !== null && (
        <p className="mt-4 flex items-start gap-2.5 text-body font-medium">
          <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ok" />
          {t("check.confirmed", { month: formatDate(checked_at, locale, "month") })}
        </p>
      )}
      {status === "verified" && due_at !== null && can_start && (
        <Banner
          tone="warn"
          fact={t("check.due", { date: formatDate(due_at, locale, "date") })}
          className="mt-5 max-w-2xl"
        >
          {due_reason && t(`check.reasons.${due_reason}`)}
        </Banner>
      )}
      <p className="measure mt-3 text-body text-ink2">{t(isAtStaff ? "check.at_staff" : `check.states.${status}`)}</p>
      {status === "verified" && due_at !== null && !can_start && (
        <p className="mt-2 text-ui text-mute">{t("check.until", { date: formatDate(due_at, locale, "date") })}</p>
      )}
      {result?.leave ? (
        <LeaveSite to={result.leave} text={t("leave.text")} link={t("leave.link")} />
      ) : (
        <>
          <FormNotice result={result} />
          {can_start && (
            <Form method="post" className="mt-6">
              <Button type="submit" name="intent" value="start" variant="primary" size="large" isBusy={isRunning}>
                {t(status === "pending" || status === "needs_input" ? "check.continue" : "check.start")}
              </Button>
            </Form>
          )}
          {can_ask_staff && <StaffRoute />}
        </>
      )}
      <p className="measure mt-6 text-meta text-mute">{t("check.stored")}</p>
    </section>
  )
}

function StaffRoute() {
  const { t } = useTranslation("identity")
  return (
    <Form method="post" className="mt-8 border-t border-line pt-5">
      <p className="measure text-ui text-ink2">{t("check.staff_text")}</p>
      <Button type="submit" name="intent" value="staff" className="mt-4">
        {t("check.staff")}
      </Button>
    </Form>
  )
}
