import { useNavigation } from "@remix-run/react"
import type { ProfileTextName } from "~/domain/profiles/content/fields"
import { reportCategories } from "~/domain/safety/categories"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useFormatCount } from "~/i18n/use-format-count"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"
import { TextArea, TextField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"

const categories = Object.keys(reportCategories) as (keyof typeof reportCategories)[]

export interface ReportPageProps {
  about: string
  /** The texts that the page has, one of which may be meant. */
  texts: readonly ProfileTextName[]
  result: FormResult | undefined
}

/** The report form, open to anyone, and when each kind of report is reviewed. */
export function ReportPage(props: ReportPageProps) {
  const { t } = useTranslation("safety")
  return (
    <div className="page-container grid gap-x-16 gap-y-12 pt-10 md:pt-16 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)] xl:gap-x-28">
      <div>
        <h1 className="text-page-title-large">{t("report.title")}</h1>
        <p className="mt-4 text-lead text-ink2">{t("report.lead")}</p>
        <ReportForm {...props} />
      </div>
      <section aria-labelledby="times" className="lg:pt-24">
        <h2 id="times" className="border-t border-ink pt-4 text-card-title">
          {t("report.times.title")}
        </h2>
        <ul className="mt-4 space-y-2 text-body text-ink2">
          <li>{t("report.times.p0")}</li>
          <li>{t("report.times.p1")}</li>
          <li>{t("report.times.p2")}</li>
        </ul>
        <p className="mt-4 text-body font-medium">{t("report.urgent")}</p>
      </section>
    </div>
  )
}

function ReportForm({ about, texts, result }: ReportPageProps) {
  const { t } = useTranslation("safety")
  const formatCount = useFormatCount()
  const { form, field, tick } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  const options = categories.map((value) => ({ value, label: t(`report.categories.${value}`) }))
  const where = field("about")
  return (
    <Form ref={form} method="post" noValidate className="mt-10">
      <div className="space-y-5">
        <Select
          {...field("category")}
          label={t("report.category")}
          placeholder={t("report.choose")}
          options={options}
          required
        />
        <TextField
          {...where}
          defaultValue={where.defaultValue ?? about}
          label={t("report.about")}
          hint={t("report.about_hint")}
          required
          maxLength={500}
        />
        {texts.length > 0 && (
          <Select
            {...field("text")}
            label={t("report.text")}
            placeholder={t("report.texts.page")}
            options={texts.map((value) => ({ value, label: t(`report.texts.${value}`) }))}
          />
        )}
        <TextArea
          {...field("details")}
          label={t("report.details")}
          hint={t("report.details_hint")}
          size="long"
          required
          maxLength={5_000}
          formatCount={formatCount}
        />
        <TextField
          {...field("email")}
          type="email"
          label={t("report.email")}
          hint={t("report.email_hint")}
          autoComplete="email"
          maxLength={254}
        />
        <div hidden>
          <label>
            {t("report.website")}
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </div>
      <Checkbox {...tick("good_faith")} label={t("report.good_faith")} required className="mt-7" />
      <FormNotice result={result} />
      <Button type="submit" variant="primary" size="large" isBusy={isBusy} className="mt-8 max-sm:w-full">
        {t("report.submit")}
      </Button>
    </Form>
  )
}
