import { useNavigation } from "@remix-run/react"
import type { Erasure } from "~/domain/privacy/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"

/** The intents of the forms for erasure. */
export type ErasureIntent = "erase" | "keep"

const page = "/profile/settings/data"

/**
 * Consequences and time of deleting an account, and the two presses that it takes; or, once requested, the form that cancels
 * it.
 */
export function ErasureSection({ erasure, result }: { erasure: Erasure | null; result: FormResult | undefined }) {
  const { t } = useTranslation("privacy")
  return (
    <section aria-labelledby="data-erasure">
      <h2 id="data-erasure" className="text-subsection">
        {t("erasure.title")}
      </h2>
      {erasure ? <Pending erasure={erasure} /> : <Ask result={result} />}
      <FormNotice result={result} />
    </section>
  )
}

function Ask({ result }: { result: FormResult | undefined }) {
  const { t } = useTranslation("privacy")
  const { form, tick } = useFormResult(result)
  const isBusy = useNavigation().formData?.get("intent") === "erase"
  return (
    <>
      <p className="mt-2 text-body text-ink2">{t("erasure.lead")}</p>
      <ul className="mt-5 measure list-disc space-y-2 pl-5 text-body marker:text-mute">
        <li>{t("erasure.at_once")}</li>
        <li>{t("erasure.in_between")}</li>
        <li>{t("erasure.in_the_end")}</li>
      </ul>
      <Form ref={form} method="post" action={page} noValidate className="mt-6 space-y-5">
        <Checkbox {...tick("understood")} label={t("erasure.understood")} required className="measure" />
        <Button type="submit" name="intent" value="erase" variant="danger" isBusy={isBusy}>
          {t("erasure.submit")}
        </Button>
      </Form>
    </>
  )
}

function Pending({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation("erasure")
  const locale = useLocale()
  const isBusy = useNavigation().formData?.get("intent") === "keep"
  return (
    <>
      <p className="mt-2 text-body font-medium">{t("pending", { date: formatDate(erasure.run_at, locale, "date") })}</p>
      <p className="mt-1 measure text-body text-ink2">{t("pending_hint")}</p>
      <Form method="post" action={page} className="mt-6">
        <Button type="submit" name="intent" value="keep" isBusy={isBusy}>
          {t("keep")}
        </Button>
      </Form>
    </>
  )
}
