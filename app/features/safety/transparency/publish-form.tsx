import { useNavigation } from "@remix-run/react"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button, buttonClass } from "~/ui/button"
import { TextField } from "~/ui/form/field"

/** The intent of the form of a period's page: nothing is published by a form that does not say so. */
export type PeriodIntent = "publish"

/** The form that publishes a draft: it unfolds, says what follows, and asks for what the owner states. */
export function PublishForm({ result }: { result: FormResult | undefined }) {
  const { t } = useTranslation("admin-transparency")
  const { form, field } = useFormResult(result)
  const isSaving = useNavigation().formMethod === "POST"
  return (
    <details open={result?.isError ? true : undefined} className="mt-6 max-w-xl">
      <summary className={classNames(buttonClass(), "list-none")}>{t("publish.open")}</summary>
      <Form ref={form} method="post" noValidate className="mt-5 space-y-5">
        <p className="text-ui">{t("publish.sure")}</p>
        <TextField
          {...field("recipients")}
          inputMode="numeric"
          autoComplete="off"
          label={t("publish.recipients")}
          hint={t("publish.recipients_hint")}
        />
        <Button type="submit" name="intent" value="publish" variant="primary" isBusy={isSaving}>
          {t("publish.submit")}
        </Button>
      </Form>
    </details>
  )
}
