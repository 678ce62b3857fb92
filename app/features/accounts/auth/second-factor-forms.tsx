import { type FetcherWithComponents, Form, useNavigation } from "@remix-run/react"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"
import { Disclosure } from "~/ui/overlay/disclosure"
import { FormNotice } from "./form-notice"
import { PasskeyButton } from "./passkey-button"

/** The intents of the forms, one for each method. */
export type SecondFactorIntent = "app" | "recovery" | "passkey"

export interface SecondFactorFormsProps {
  methods: readonly ("app" | "passkey" | "recovery_code" | "password")[]
  result: FormResult | undefined
  submit: string
  /** This page, and the API path of its passkey options. */
  action: string
  optionsPath: string
  /** On another page than that of the action: what sends the forms there. */
  fetcher?: FetcherWithComponents<FormResult>
}

/** The forms for a second factor, the most available one first. Each posts to the page it is on, or by a fetcher. */
export function SecondFactorForms(props: SecondFactorFormsProps) {
  const { methods, result, submit, action, optionsPath, fetcher } = props
  const { t } = useTranslation("second-factor")
  const hasApp = methods.includes("app")
  const resultOf = (intent: string) => (result?.intent === intent ? result : undefined)
  const isOpen = !hasApp || resultOf("recovery") !== undefined
  return (
    <div className="space-y-6">
      {hasApp && <AppForm submit={submit} action={action} fetcher={fetcher} result={resultOf("app")} />}
      {methods.includes("passkey") && (
        <PasskeyButton
          label={t("step.passkey")}
          optionsPath={optionsPath}
          action={action}
          variant={hasApp ? "secondary" : "primary"}
          fetcher={fetcher}
        />
      )}
      {methods.includes("recovery_code") && (
        <Disclosure title={t("step.recovery")} look="group" isOpen={isOpen}>
          <RecoveryForm submit={submit} action={action} fetcher={fetcher} result={resultOf("recovery")} />
        </Disclosure>
      )}
    </div>
  )
}

type CodeFormProps = Pick<SecondFactorFormsProps, "result" | "submit" | "action" | "fetcher">

function AppForm({ result, submit, action, fetcher }: CodeFormProps) {
  const { t } = useTranslation("second-factor")
  const { form, field } = useFormResult(result)
  const navigation = useNavigation()
  const isBusy = (fetcher ?? navigation).formData?.get("intent") === "app"
  const FormElement = fetcher?.Form ?? Form
  return (
    <FormElement ref={form} method="post" action={fetcher && action} noValidate>
      <input type="hidden" name="intent" value="app" />
      <TextField {...field("code")} {...sixDigits} label={t("step.code")} hint={t("step.code_hint")} />
      <FormNotice result={result} />
      <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy} className="mt-5">
        {submit}
      </Button>
    </FormElement>
  )
}

/**
 * The attributes by which phones and password managers recognise a one-time code. Leaves room for a space, which does
 * no harm.
 */
export const sixDigits = {
  autoComplete: "one-time-code",
  inputMode: "numeric",
  maxLength: 7,
  required: true,
  spellCheck: false,
} as const

function RecoveryForm({ result, submit, action, fetcher }: CodeFormProps) {
  const { t } = useTranslation("second-factor")
  const { form, field } = useFormResult(result)
  const navigation = useNavigation()
  const isBusy = (fetcher ?? navigation).formData?.get("intent") === "recovery"
  const FormElement = fetcher?.Form ?? Form
  return (
    <FormElement ref={form} method="post" action={fetcher && action} noValidate>
      <input type="hidden" name="intent" value="recovery" />
      <TextField
        {...field("code")}
        label={t("step.recovery_code")}
        hint={t("step.recovery_hint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        required
      />
      <FormNotice result={result} />
      <Button type="submit" size="large" isWide isBusy={isBusy} className="mt-5">
        {submit}
      </Button>
    </FormElement>
  )
}
