import { Form, useNavigation } from "@remix-run/react"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"
import { Disclosure } from "~/ui/overlay/disclosure"
import { FormNotice } from "./form-notice"
import { PasskeyButton } from "./passkey-button"

export interface SecondFactorFormsProps {
  methods: readonly ("app" | "passkey" | "recovery_code" | "password")[]
  result: FormResult | undefined
  submit: string
  /** This page, and the API path of its passkey options. */
  action: string
  optionsPath: string
}

/** The forms for a second factor, the most available one first. Each posts to the page it is on. */
export function SecondFactorForms({ methods, result, submit, action, optionsPath }: SecondFactorFormsProps) {
  const { t } = useTranslation("second-factor")
  const hasApp = methods.includes("app")
  const resultOf = (intent: string) => (result?.intent === intent ? result : undefined)
  const isOpen = !hasApp || resultOf("recovery") !== undefined
  return (
    <div className="space-y-6">
      {hasApp && <AppForm result={resultOf("app")} submit={submit} />}
      {methods.includes("passkey") && (
        <PasskeyButton
          label={t("step.passkey")}
          optionsPath={optionsPath}
          action={action}
          variant={hasApp ? "secondary" : "primary"}
        />
      )}
      {methods.includes("recovery_code") && (
        <Disclosure title={t("step.recovery")} look="group" isOpen={isOpen}>
          <RecoveryForm result={resultOf("recovery")} submit={submit} />
        </Disclosure>
      )}
    </div>
  )
}

interface CodeFormProps {
  result: FormResult | undefined
  submit: string
}

function AppForm({ result, submit }: CodeFormProps) {
  const { t } = useTranslation("second-factor")
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().formData?.get("intent") === "app"
  return (
    <Form ref={form} method="post" noValidate>
      <input type="hidden" name="intent" value="app" />
      <TextField {...field("code")} {...sixDigits} label={t("step.code")} hint={t("step.code_hint")} />
      <FormNotice result={result} />
      <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy} className="mt-5">
        {submit}
      </Button>
    </Form>
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

function RecoveryForm({ result, submit }: CodeFormProps) {
  const { t } = useTranslation("second-factor")
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().formData?.get("intent") === "recovery"
  return (
    <Form ref={form} method="post" noValidate>
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
    </Form>
  )
}
