import { useNavigation } from "@remix-run/react"
import CircleCheck from "lucide-react/icons/circle-check"
import type { Agreement } from "~/domain/accounts/agreement/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { Prose } from "~/features/content/prose"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { Checkbox } from "~/ui/form/checkbox"
import { TextField } from "~/ui/form/field"

/** The intent of the form that signs the agreement. */
export type AgreementIntent = "sign"

/** The agreement with the people listed, to read and to sign. */
export function AgreementPanel({ agreement, result }: { agreement: Agreement | null; result: FormResult | undefined }) {
  const { t } = useTranslation("identity")
  const locale = useLocale()
  if (!agreement) return null
  const { html, version, signed_version, signed_at, uploads_until } = agreement
  const isSigned = signed_version !== null && signed_version >= version
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement" className="text-subsection">
        {t("agreement.title")}
      </h2>
      {isSigned && signed_at !== null && (
        <p className="mt-4 flex items-start gap-2.5 text-body font-medium">
          <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ok" />
          {t("agreement.signed", { date: formatDate(signed_at, locale, "date"), version })}
        </p>
      )}
      {uploads_until !== null && (
        <Banner tone="warn" fact={t("agreement.superseded")} className="mt-5 max-w-2xl">
          {t("agreement.until", { date: formatDate(uploads_until, locale, "date") })}
        </Banner>
      )}
      <details open={!isSigned} className="mt-5">
        <summary className="min-h-11 cursor-pointer py-2.5 text-ui font-medium">{t("agreement.read")}</summary>
        <Prose html={html} lang={agreement.locale} className="measure mt-3" />
      </details>
      {!isSigned && <SignatureForm version={version} result={result} />}
      {isSigned && <FormNotice result={result} />}
    </section>
  )
}

function SignatureForm({ version, result }: { version: number; result: FormResult | undefined }) {
  const { t } = useTranslation("identity")
  const { form, field, tick } = useFormResult(result)
  const isBusy = useNavigation().formData?.get("intent") === "sign"
  return (
    <Form ref={form} method="post" noValidate className="mt-8 max-w-xl space-y-5">
      <input type="hidden" name="version" value={version} />
      <TextField
        {...field("name")}
        label={t("agreement.name")}
        hint={t("agreement.name_hint")}
        autoComplete="name"
        maxLength={120}
        required
      />
      <Checkbox {...tick("accepts")} label={t("agreement.accepts")} required />
      <FormNotice result={result} />
      <Button type="submit" name="intent" value="sign" variant="primary" isBusy={isBusy}>
        {t("agreement.sign")}
      </Button>
    </Form>
  )
}
