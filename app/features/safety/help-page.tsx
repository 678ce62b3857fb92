import { useNavigation } from "@remix-run/react"
import { helpAnswers, maxMessage } from "~/domain/safety/help/answers"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useFormatCount } from "~/i18n/use-format-count"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"
import { ChoiceGroup, Radio } from "~/ui/form/radio"
import { AppLink } from "~/ui/navigation/app-link"

/** One question, whose answer leaves nothing behind that the account's next reader could find. */
export function HelpPage({ title, result }: { title: string; result: FormResult | undefined }) {
  const { t } = useTranslation("help")
  const errors = useTranslation("errors").t
  const formatCount = useFormatCount()
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  const problem = result?.problems?.answer?.[0]
  return (
    <div className="page-container max-w-[44rem]! pt-10 md:pt-16">
      <h1 className="text-page-title">{title}</h1>
      <p className="measure mt-4 text-lead text-ink2">{t("lead")}</p>
      {/* Neither the history nor the browser's memory of forms holds what was chosen. */}
      <Form ref={form} method="post" replace noValidate autoComplete="off" className="mt-10 space-y-8">
        <ChoiceGroup
          legend={<span className="mb-2 block text-subsection">{t("question")}</span>}
          error={problem && errors(`fields.${problem}`)}
        >
          {helpAnswers.map((answer) => (
            <Radio
              key={answer}
              name="answer"
              value={answer}
              label={t(`answers.${answer}`)}
              aria-invalid={problem ? true : undefined}
            />
          ))}
        </ChoiceGroup>
        <TextArea
          {...field("message")}
          label={t("message")}
          hint={t("message_hint")}
          size="short"
          maxLength={maxMessage}
          formatCount={formatCount}
        />
        <FormNotice result={result} />
        <Button type="submit" variant="primary" isBusy={isBusy} className="max-sm:w-full">
          {t("submit")}
        </Button>
      </Form>
      <p className="measure mt-10 border-t border-line pt-6 text-ui text-ink2">{t("private")}</p>
      <p className="mt-4 text-ui">
        <AppLink to="/profile/help/lines" className="link touch-target">
          {t("lines")}
        </AppLink>
      </p>
    </div>
  )
}
