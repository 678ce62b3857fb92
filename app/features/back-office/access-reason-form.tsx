import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"

/** The intent of the form. */
export type AccessIntent = "access"

export interface AccessReasonFormProps {
  /** Where the form is posted to: the page that then shows what was asked for. */
  address: string
  result: FormResult | undefined
  submit: string
}

/** Asks why a reader opens what nobody reads without a reason. */
export function AccessReasonForm({ address, result: posted, submit }: AccessReasonFormProps) {
  const { t } = useTranslation("admin")
  const { form, field } = useFormResult(posted?.intent === "access" ? posted : undefined)
  return (
    <Form ref={form} method="post" action={address} noValidate className="max-w-xl space-y-4">
      <TextArea {...field("reason")} label={t("access.reason")} hint={t("access.hint")} size="short" maxLength={500} />
      <Button type="submit" name="intent" value="access" variant="primary">
        {submit}
      </Button>
    </Form>
  )
}
