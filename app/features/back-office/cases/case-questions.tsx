import { isOpen } from "~/domain/safety/cases/lists"
import { maxQuestionLength, maxQuestions, toOwner } from "~/domain/safety/cases/questions/limits"
import type { CaseQuestion } from "~/domain/safety/cases/questions/schema"
import type { Case } from "~/domain/safety/cases/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { Card } from "~/ui/card"
import { TextArea } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { useSentCount } from "../tickets/use-sent-count"

/** The intents of the forms. */
export type QuestionIntent = "ask" | "withdraw"

/** Questions to the people of a case with their answers, and the form to ask more. Null: nothing was asked, and nothing can be. */
export function CaseQuestions({
  found,
  address,
  result,
}: {
  found: Case
  address: string
  result: FormResult | undefined
}) {
  const { t } = useTranslation("admin-cases")
  const sent = useSentCount(result)
  const { questions, claim } = found
  const mayAsk = isOpen(found) && (!claim || claim.is_yours)
  if (questions.length === 0 && !mayAsk) return null
  return (
    <Card as="section" aria-labelledby="questions">
      <h2 id="questions" className="text-body font-semibold">
        {t("questions.title")}
      </h2>
      {mayAsk && <p className="mt-1 text-meta text-mute">{t("questions.lead")}</p>}
      <ol className="mt-3 space-y-3 empty:hidden">
        {questions.map((question) => (
          <li key={question.reference} className="rounded-field bg-sunk px-3.5 py-2.5 text-ui">
            <Question question={question} address={address} mayWithdraw={mayAsk} />
          </li>
        ))}
      </ol>
      {mayAsk && questions.length < maxQuestions && (
        <AskForm key={sent} found={found} address={address} result={result} />
      )}
    </Card>
  )
}

interface QuestionProps {
  question: CaseQuestion
  address: string
  mayWithdraw: boolean
}

function Question({ question, address, mayWithdraw }: QuestionProps) {
  const { t } = useTranslation("admin-cases")
  const locale = useLocale()
  const { reference, report, asked_by, body, state, asked_at, expires_at, answer, answered_at } = question
  const timeOf = (at: number) => `${formatDate(at, locale, "short")}, ${formatTime(at, locale)}`
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-3 text-meta text-ink2">
        <span className="font-medium">
          {report === null ? t("questions.owner") : t("questions.author", { reference: report })}
        </span>
        <span>
          {asked_by ?? t("questions.former")}, {timeOf(asked_at)}
        </span>
      </p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{body}</p>
      {answer !== null && answered_at !== null && (
        <blockquote className="mt-2 border-l-2 border-ok pl-3">
          <p className="text-meta text-ink2">
            <span className="font-medium">{t("questions.answer")}</span>, {timeOf(answered_at)}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
        </blockquote>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Badge tone={state === "answered" ? "ok" : "outlined"} className="h-auto! min-h-6 max-sm:whitespace-normal">
          {t(`questions.states.${state}`, { time: timeOf(expires_at) })}
        </Badge>
        {mayWithdraw && (state === "open" || state === "expired") && (
          <Form method="post" action={address}>
            <input type="hidden" name="question" value={reference} />
            <Button type="submit" name="intent" value="withdraw" size="small" variant="ghost">
              {t("questions.withdraw")}
            </Button>
          </Form>
        )}
      </div>
    </>
  )
}

function AskForm({ found, address, result }: { found: Case; address: string; result: FormResult | undefined }) {
  const { t } = useTranslation("admin-cases")
  const { form, field } = useFormResult(result)
  const authors = found.latest_reports.filter(({ email, is_of_member }) => email !== null || is_of_member)
  const options = [
    ...(found.member_id ? [{ value: toOwner, label: t("questions.owner") }] : []),
    ...authors.map(({ reference }) => ({ value: reference, label: t("questions.author", { reference }) })),
  ]
  if (options.length === 0) return <p className="mt-3 text-ui text-ink2">{t("questions.none")}</p>
  return (
    <Form ref={form} method="post" action={address} noValidate className="mt-4 space-y-3">
      <Select {...field("to")} label={t("questions.to")} options={options} />
      <TextArea
        {...field("body")}
        label={t("questions.body")}
        hint={t("questions.body_hint")}
        size="short"
        maxLength={maxQuestionLength}
      />
      <Button type="submit" name="intent" value="ask" size="small">
        {t("questions.ask")}
      </Button>
    </Form>
  )
}
