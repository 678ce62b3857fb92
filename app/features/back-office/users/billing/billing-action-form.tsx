import { useNavigation } from "@remix-run/react"
import type { BillingAction } from "~/domain/back-office/members/members"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResult, useFormResults } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea, TextField } from "~/ui/form/field"

type BillingActionFormProps = {
  action: BillingAction
  /** The idempotency key of the act, for those that must not happen twice. */
  actionKey?: string
  /** Of the invoice or the payment event. */
  id?: string
  /** Subject of the button for screen readers: the invoice's number, the event's type. */
  about?: string
  /** Amount that is left to refund. */
  left?: string
}

/** An act on a member's billing, which unfolds its form: nothing happens without a reason. */
export function BillingActionForm({ action, actionKey, id, about, left }: BillingActionFormProps) {
  const { t } = useTranslation(["admin-users", "admin-kit"])
  const posted = useFormResults()(action)
  const result = posted?.isError && (posted.values?.id ?? id) === id ? posted : undefined
  const { form, field } = useFormResult(result)
  const { formData } = useNavigation()
  const isSent = formData?.get("intent") === action && (formData.get("id") ?? undefined) === id
  const label = t(`billing_acts.${action}`)
  return (
    // Another key closes it once the act is done.
    <details key={actionKey} open={result ? true : undefined}>
      <summary className="inline-block list-none rounded-badge text-ui" aria-label={about && `${label}, ${about}`}>
        <span className="link">{label}</span>
      </summary>
      <Form ref={form} method="post" preventScrollReset noValidate className="mt-3 max-w-xl space-y-4">
        <p className="text-ui text-ink2">{t(`about_billing.${action}`)}</p>
        {result && <FormNotice result={result} />}
        {id && <input type="hidden" name="id" value={id} />}
        {/* Sent again after a failure, it is still the same act. */}
        {actionKey && <input type="hidden" name="key" value={result?.values?.key ?? actionKey} />}
        {action === "refund" && (
          <TextField
            {...field("amount")}
            label={t("refund.amount")}
            hint={t("refund.left", { amount: left })}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        {action === "grant" && (
          <TextField {...field("days")} label={t("grant.days")} inputMode="numeric" autoComplete="off" required />
        )}
        <TextArea
          {...field("reason")}
          label={t("admin-kit:reason.label")}
          hint={t("reason.internal")}
          size="short"
          maxLength={1_000}
          required
        />
        <Button
          type="submit"
          name="intent"
          value={action}
          isBusy={isSent}
          variant={action === "refund" ? "danger" : "secondary"}
        >
          {label}
        </Button>
      </Form>
    </details>
  )
}
