import type { CurrentPlan } from "~/domain/billing/schema"
import { cancellationReasons } from "~/domain/core/ports/payments"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button, ButtonLink, buttonClass } from "~/ui/button"
import { Select } from "~/ui/form/select"
import type { ActionForm } from "./use-action-form"

/** The cancellation, in two presses: one opens the panel, the other cancels. */
export function CancelSection({ plan, form: { action, button, isBusy }, result }: CancelSectionProps) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const isPaid = plan.status === "active" || plan.status === "trialing"
  const date = formatDate(plan.period_ends_at, locale, "date")
  const options = cancellationReasons.map((value) => ({ value, label: t(`cancel.reasons.${value}`) }))
  return (
    <section aria-labelledby="cancel">
      <h2 id="cancel" className="text-subsection">
        {t("cancel.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{isPaid ? t("cancel.lead", { date }) : t("cancel.lead_now")}</p>
      <details open={result !== undefined} className="group mt-5">
        <summary className={`list-none group-open:hidden ${buttonClass({ variant: "danger" })}`}>
          {t("cancel.title")}
        </summary>
        <Form
          method="post"
          action={action}
          className="max-w-120 rounded-panel border border-line bg-surface p-5 sm:p-6"
        >
          <Select
            name="reason"
            label={t("cancel.why")}
            aside={t("cancel.optional")}
            placeholder={t("cancel.no_reason")}
            options={options}
            defaultValue={result?.values?.reason}
          />
          <FormNotice result={result} />
          <div className="mt-6 flex flex-wrap gap-2.5 max-sm:*:w-full">
            {/* A new document: it closes the panel without script, too. */}
            <ButtonLink to={action} reloadDocument>
              {t("cancel.keep")}
            </ButtonLink>
            <Button {...button} variant="danger-filled" isBusy={isBusy}>
              {t("cancel.confirm")}
            </Button>
          </div>
        </Form>
      </details>
    </section>
  )
}

export interface CancelSectionProps {
  plan: CurrentPlan
  form: ActionForm
  /** Why a first press failed. */
  result: FormResult | undefined
}

interface ResumeSectionProps extends Pick<CancelSectionProps, "form" | "result"> {
  endsAt: number
}

/** Undoes a cancellation while the period lasts. */
export function ResumeSection({ endsAt, form: { action, button, isBusy }, result }: ResumeSectionProps) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  return (
    <section aria-labelledby="resume">
      <h2 id="resume" className="text-subsection">
        {t("resume.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">
        {t("resume.lead", { date: formatDate(endsAt, locale, "date") })}
      </p>
      <FormNotice result={result} />
      <Form method="post" action={action} className="mt-5">
        <Button {...button} variant="primary" isBusy={isBusy}>
          {t("resume.submit")}
        </Button>
      </Form>
    </section>
  )
}

/** The way to the withdrawal, while the law allows it. */
export function WithdrawSection({ until }: { until: number }) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  return (
    <section aria-labelledby="withdraw">
      <h2 id="withdraw" className="text-subsection">
        {t("withdraw.page")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">
        {t("withdraw.section", { date: formatDate(until, locale, "date") })}
      </p>
      <ButtonLink to="/profile/billing/withdraw" className="mt-5">
        {t("withdraw.link")}
      </ButtonLink>
    </section>
  )
}
