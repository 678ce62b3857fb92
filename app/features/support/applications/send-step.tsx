import type { CaptchaWidget } from "~/browser/captcha"
import type { Named } from "~/domain/profiles/catalog/schema"
import type { CastingStep, ConsentKind } from "~/domain/support/applications/choices"
import type { Application } from "~/domain/support/applications/schema"
import { CaptchaField } from "~/features/accounts/captcha/captcha-field"
import { formatList } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Banner } from "~/ui/feedback/banner"
import { Checkbox } from "~/ui/form/checkbox"
import { TextField } from "~/ui/form/field"
import { LinkedText } from "~/ui/linked-text"
import { StepForm } from "./step-form"
import { stepForm } from "./step-frame"
import { Summary } from "./summary"

const links = { rules: "/legal/use", privacy: "/legal/privacy" }

export interface SendStepProps {
  draft: Application
  unfinished: CastingStep[]
  cities: Named[]
  categories: Named[]
  /** The e-mail of the member's account; null for a visitor, who enters one. */
  member: string | null
  /** A date in words. */
  rulesVersion: string
  captcha: CaptchaWidget | null
  result: FormResult | undefined
}

/** The whole application to review, its declarations, and the form that sends it. */
export function SendStep({ draft, unfinished, cities, categories, member, captcha, result, ...rest }: SendStepProps) {
  const { t } = useTranslation("casting")
  const { form, field } = useFormResult(result)
  const email = field("email")
  return (
    <div className="mt-8">
      <Unfinished steps={unfinished.filter((step) => step !== "send")} />
      <Summary
        cities={cities}
        categories={categories}
        application={draft}
        showsPictures
        edit={(step) => (
          <button type="submit" form={stepForm} name="to" value={step} formNoValidate className="link text-ui">
            {t("summary.edit")}
            <span className="sr-only"> {t(`steps.${step}.name`)}</span>
          </button>
        )}
      />
      <StepForm step="send" form={form} result={result} draftId={draft.id}>
        <div className="space-y-6 border-t border-ink pt-6">
          {member ? (
            <p className="text-body">
              {t("send.member")} <span className="font-medium wrap-anywhere">{member}</span>
            </p>
          ) : (
            <TextField
              {...email}
              defaultValue={email.defaultValue ?? draft.email ?? ""}
              type="email"
              label={t("send.email")}
              hint={t("send.email_hint")}
              autoComplete="email"
              required
              maxLength={254}
            />
          )}
          <Declarations draft={draft} result={result} {...rest} />
        </div>
        <CaptchaField widget={captcha} result={result} error={field("captcha").error} />
      </StepForm>
    </div>
  )
}

function Unfinished({ steps }: { steps: CastingStep[] }) {
  const { t } = useTranslation("casting")
  const locale = useLocale()
  if (steps.length === 0) return null
  const names = steps.map((step) => t(`steps.${step}.name`))
  return (
    <Banner tone="warn" fact={t("send.missing")} className="mb-8">
      {formatList(names, locale)}
    </Banner>
  )
}

function Declarations({ draft, result, rulesVersion }: Pick<SendStepProps, "draft" | "result" | "rulesVersion">) {
  const { t } = useTranslation("casting")
  const { values, problems } = result ?? {}
  const { t: error } = useTranslation("errors")
  const tick = (kind: ConsentKind) => ({
    name: kind,
    required: true,
    defaultChecked: values ? values[kind] === "on" : draft.consents.includes(kind),
    error: problems?.[kind] && error("fields.must_accept"),
  })
  return (
    <fieldset className="space-y-3.5">
      <legend className="mb-3 text-meta font-medium">{t("send.declare")}</legend>
      <Checkbox {...tick("self")} label={t("send.self")} description={t("send.self_hint")} />
      <Checkbox {...tick("depicted")} label={t("send.depicted")} />
      <Checkbox
        {...tick("rules")}
        label={<LinkedText text={t("send.rules", { version: rulesVersion })} links={links} />}
        description={t("send.rules_hint")}
      />
      <Checkbox {...tick("data")} label={<LinkedText text={t("send.data")} links={links} />} />
    </fieldset>
  )
}
