import { useNavigation } from "@remix-run/react"
import { maxQuestionLength } from "~/domain/safety/cases/questions/limits"
import type { AskedQuestion } from "~/domain/safety/cases/questions/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate, formatTime } from "~/i18n/format"
import { useFormatCount } from "~/i18n/use-format-count"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"

/** A question of staff to a person of a case, and the form to answer it. */
export function QuestionPage({ question, result }: { question: AskedQuestion; result: FormResult | undefined }) {
  const { t } = useTranslation("questions")
  const locale = useLocale()
  const { state, about, body, expires_at, answer, answered_at } = question
  const timeOf = (at: number) => `${formatDate(at, locale, "date")}, ${formatTime(at, locale)}`
  const isOver = state === "withdrawn" || state === "ended"
  return (
    <div className="page-container max-w-[44rem]! pt-10 md:pt-16">
      <h1 className="text-page-title">{t("title")}</h1>
      <FormNotice result={result} />
      <p className="measure mt-3 text-body text-ink2">
        {about.kind === "report" ? t("about.report", { reference: about.reference }) : t(`about.${about.kind}`)}
      </p>
      {isOver && <p className="measure mt-6 text-body">{t(state)}</p>}
      {!isOver && (
        <>
          <Quote title={t("question")} text={body} />
          {state === "answered" ? (
            <>
              <p role="status" className="measure mt-8 text-body">
                {t("answered", { time: timeOf(answered_at ?? 0) })}
              </p>
              <Quote title={t("yours")} text={answer ?? ""} />
            </>
          ) : (
            <>
              <p className="measure mt-8 text-body">
                {t(state === "late" ? "late" : "until", { time: timeOf(expires_at) })}
              </p>
              <AnswerFields result={result} />
            </>
          )}
        </>
      )}
    </div>
  )
}

function Quote({ title, text }: { title: string; text: string }) {
  return (
    <div className="mt-6">
      <h2 className="text-ui font-semibold">{title}</h2>
      <p className="measure mt-1 text-body wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
  )
}

function AnswerFields({ result }: { result: FormResult | undefined }) {
  const { t } = useTranslation("questions")
  const formatCount = useFormatCount()
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  return (
    <Form ref={form} method="post" noValidate className="mt-6 space-y-4">
      <TextArea
        {...field("answer")}
        label={t("answer")}
        hint={t("answer_hint")}
        maxLength={maxQuestionLength}
        formatCount={formatCount}
        size="normal"
      />
      <Button type="submit" variant="primary" isBusy={isBusy} className="max-sm:w-full">
        {t("submit")}
      </Button>
    </Form>
  )
}
