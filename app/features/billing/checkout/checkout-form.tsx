import { useNavigation } from "@remix-run/react"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { Checkbox } from "~/ui/form/checkbox"
import { LinkedText } from "~/ui/linked-text"
import { LeaveForPayment, type LeaveResult } from "../leave-for-payment"

/** The last step before the provider's page. */
export function CheckoutForm({ result }: { result: LeaveResult | undefined }) {
  const { t } = useTranslation("billing")
  const { form, tick } = useFormResult(result)
  const start = tick("start")
  const isBusy = useNavigation().formMethod === "POST"
  if (result?.leave) return <LeaveForPayment to={result.leave} text={t("leave.text")} />
  if (result?.code === "billing.subscribed") return <AlreadySubscribed />
  const isRetry = result?.code === "billing.unavailable"
  return (
    <Form ref={form} method="post" noValidate>
      <Checkbox {...start} label={t("checkout.start")} error={start.error && t("checkout.start_needed")} required />
      <FormNotice result={result} />
      <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy} className="mt-6">
        {t(isRetry ? "checkout.retry" : "checkout.submit")}
      </Button>
      <p className="mt-4 text-meta text-mute">
        <LinkedText text={t("checkout.terms")} links={{ terms: "/legal/terms" }} />
      </p>
    </Form>
  )
}

export function AlreadySubscribed({ className }: { className?: string }) {
  const { t } = useTranslation("billing")
  return (
    <Banner
      fact={t("checkout.subscribed")}
      link={{ to: "/profile/billing", label: t("plans.manage") }}
      className={className}
    >
      {t("checkout.subscribed_hint")}
    </Banner>
  )
}
