import { useNavigation } from "@remix-run/react"
import type { CaptchaWidget } from "~/browser/captcha"
import { ticketCategories } from "~/domain/support/tickets/categories"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { CaptchaField } from "~/features/accounts/captcha/captcha-field"
import { useFormatCount } from "~/i18n/use-format-count"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea, TextField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"

export interface ContactFormProps {
  /** Null for a visitor, who enters a name and an address. */
  sender: { name: string; email: string } | null
  captcha: CaptchaWidget | null
  /** In characters. */
  maxLength: number
  result: FormResult | undefined
}

export function ContactForm({ sender, captcha, maxLength, result }: ContactFormProps) {
  const { t } = useTranslation("support")
  const formatCount = useFormatCount()
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  const options = ticketCategories.map((value) => ({ value, label: t(`categories.${value}`) }))
  return (
    <Form ref={form} method="post" noValidate className="mt-10">
      <div className="space-y-5">
        <Select {...field("category")} label={t("category")} placeholder={t("choose")} options={options} required />
        {sender ? <Sender {...sender} /> : <SenderFields field={field} />}
        <TextArea
          size="long"
          countFrom={0}
          formatCount={formatCount}
          required
          {...field("message")}
          label={t("message")}
          hint={t("message_hint")}
          maxLength={maxLength}
        />
        {!sender && (
          <div hidden>
            <label>
              {t("website")}
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
        )}
      </div>
      <CaptchaField widget={captcha} result={result} error={field("captcha").error} />
      <FormNotice result={result} />
      <Button type="submit" variant="primary" size="large" isBusy={isBusy} className="mt-8 max-sm:w-full">
        {t("submit")}
      </Button>
    </Form>
  )
}

function Sender({ name, email }: { name: string; email: string }) {
  const { t } = useTranslation("support")
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label={t("name")} value={name} disabled />
      <TextField label={t("email")} value={email} hint={t("account_hint")} disabled />
    </div>
  )
}

function SenderFields({ field }: Pick<ReturnType<typeof useFormResult>, "field">) {
  const { t } = useTranslation("support")
  return (
    <>
      <TextField
        {...field("name")}
        label={t("name")}
        hint={t("name_hint")}
        autoComplete="name"
        required
        maxLength={80}
      />
      <TextField
        {...field("email")}
        type="email"
        label={t("email")}
        hint={t("email_hint")}
        autoComplete="email"
        required
        maxLength={254}
      />
    </>
  )
}
