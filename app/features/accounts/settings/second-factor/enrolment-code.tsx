import { useNavigation } from "@remix-run/react"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { MailboxLink } from "~/features/accounts/auth/mailbox-link"
import { sixDigits } from "~/features/accounts/auth/second-factor-forms"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"

/** The code that the member's next second factor requires; null after the first one. */
export type EnrolmentCode = "staff" | "mail" | null

export interface EnrolmentCodeFieldProps {
  code: EnrolmentCode
  field: ReturnType<typeof useFormResult>["field"]
  className?: string
}

/** The field for the code that a first second factor requires: the operator's for staff, else the mailed one. */
export function EnrolmentCodeField({ code, field, className }: EnrolmentCodeFieldProps) {
  const { t } = useTranslation("second-factor")
  if (code === null) return null
  if (code === "mail") {
    return (
      <TextField
        {...field("mail_code")}
        {...sixDigits}
        label={t("mail_code.label")}
        hint={t("mail_code.hint")}
        className={className}
      />
    )
  }
  return (
    <TextField
      {...field("staff_code")}
      label={t("staff_code.label")}
      hint={t("staff_code.hint")}
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
      required
      className={className}
    />
  )
}

export interface MailCodePanelProps {
  /** The page that has the panel. */
  action: string
  /** The member's address. */
  address: string
  result: FormResult | undefined
}

/** Has the code for the first second factor mailed. */
export function MailCodePanel({ action, address, result: latest }: MailCodePanelProps) {
  const { t } = useTranslation("second-factor")
  const result = latest?.intent === "send-code" ? latest : undefined
  const isSent = result !== undefined && !result.isError
  const { form } = useFormResult(result)
  const isBusy = useNavigation().formData?.get("intent") === "send-code"
  return (
    <section aria-labelledby="mail-code">
      <h2 id="mail-code" className="text-subsection">
        {t("mail_code.title")}
      </h2>
      <p className="mt-2 text-body text-ink2">{t("mail_code.lead", { address })}</p>
      <p className="mt-2 text-ui text-ink2">{t("mail_code.hold")}</p>
      <FormNotice result={result} />
      <Form ref={form} method="post" action={action} className="mt-4">
        <Button type="submit" name="intent" value="send-code" isBusy={isBusy}>
          {t(isSent ? "mail_code.again" : "mail_code.send")}
        </Button>
      </Form>
      {isSent && <MailboxLink />}
    </section>
  )
}
