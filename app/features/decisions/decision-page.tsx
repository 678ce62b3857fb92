import { useNavigation } from "@remix-run/react"
import type { Decision } from "~/domain/decisions/kinds"
import { isOfStaff, maxAppeal } from "~/domain/decisions/kinds"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate } from "~/i18n/format"
import { useFormatCount } from "~/i18n/use-format-count"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"
import { AppLink } from "~/ui/navigation/app-link"
import { DecisionState } from "./decision-list"
import { Statement } from "./statement"

interface DecisionPageProps {
  decision: Decision
  /** Whether the reader is signed in: others have no list of decisions. */
  hasList: boolean
  result: FormResult | undefined
}

/** A decision with its reasons, and how to contest it. */
export function DecisionPage({ decision, hasList, result }: DecisionPageProps) {
  const { t } = useTranslation("decisions")
  const locale = useLocale()
  const { kind, state, reference, created_at: at } = decision
  return (
    <div className="page-container max-w-[44rem]! pt-10 md:pt-16">
      {hasList && (
        <p className="text-ui">
          <AppLink to="/profile/decisions" className="link">
            {t("all")}
          </AppLink>
        </p>
      )}
      <h1 className="mt-2 text-page-title">{t(`kinds.${kind}`)}</h1>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-mute">
        <span>{t("made", { date: formatDate(at, locale, "date") })}</span>
        <span>{t("reference", { reference })}</span>
        <DecisionState state={state} />
      </p>
      <Statement decision={decision} />
      <Contest decision={decision} result={result} />
    </div>
  )
}

function Contest({ decision, result }: Pick<DecisionPageProps, "decision" | "result">) {
  const { t } = useTranslation("decisions")
  const locale = useLocale()
  const { appeal, is_open, until } = decision.contest
  const date = formatDate(until, locale, "date")
  const contestText = () => {
    if (!isOfStaff(decision.kind)) return t("v1.contest_consent")
    return is_open || decision.state === "superseded" ? t("v1.contest", { date }) : t("appeal.over", { date })
  }
  return (
    <section aria-labelledby="contest" className="mt-10 border-t border-line pt-8">
      <h2 id="contest" className="text-subsection">
        {appeal ? t(`appeal.states.${appeal.state}`) : t("sections.contest")}
      </h2>
      {appeal ? (
        <>
          {appeal.state === "open" && <p className="measure mt-3 text-body">{t("appeal.sent")}</p>}
          <Quote title={t("appeal.yours")} text={appeal.body} />
          {appeal.answer && <Quote title={t("appeal.ours")} text={appeal.answer} />}
        </>
      ) : (
        <p className="measure mt-3 text-body">{contestText()}</p>
      )}
      {is_open && <AppealForm result={result} />}
    </section>
  )
}

function Quote({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3 className="mt-6 text-ui font-semibold">{title}</h3>
      <p className="measure mt-1 text-body wrap-anywhere whitespace-pre-line">{text}</p>
    </>
  )
}

function AppealForm({ result }: { result: FormResult | undefined }) {
  const { t } = useTranslation("decisions")
  const formatCount = useFormatCount()
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  return (
    <Form ref={form} method="post" noValidate className="mt-6 space-y-4">
      <TextArea
        {...field("body")}
        label={t("appeal.body")}
        hint={t("appeal.body_hint")}
        maxLength={maxAppeal}
        formatCount={formatCount}
        size="normal"
      />
      <FormNotice result={result} />
      <Button type="submit" variant="primary" isBusy={isBusy} className="max-sm:w-full">
        {t("appeal.submit")}
      </Button>
    </Form>
  )
}
