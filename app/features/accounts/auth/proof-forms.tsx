import { type FetcherWithComponents, Form, useNavigation } from "@remix-run/react"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"
import { FormNotice } from "./form-notice"
import { SecondFactorForms, type SecondFactorFormsProps, type SecondFactorIntent } from "./second-factor-forms"

/** The intents of the forms, one for each method. */
export type ProofIntent = "password" | SecondFactorIntent

export interface ProofFormsProps extends Pick<SecondFactorFormsProps, "methods" | "result"> {
  /** The domains where the user's passkeys work, if there are none here. */
  elsewhere: readonly string[]
  /** `/auth/confirm`, with the act that waits. */
  action?: string
  /** On another page than `/auth/confirm`: what sends the forms there. */
  fetcher?: FetcherWithComponents<FormResult>
}

/** The forms by which a user re-authenticates: with a second factor or, without any, by password. */
export function ProofForms({ methods, elsewhere, result, fetcher, action = "/auth/confirm" }: ProofFormsProps) {
  const { t } = useTranslation("second-factor")
  return (
    <>
      {methods.includes("password") ? (
        <PasswordForm result={result} fetcher={fetcher} />
      ) : (
        <SecondFactorForms
          methods={methods}
          result={result}
          submit={t("confirm.submit")}
          action={fetcher ? hereAction : action}
          optionsPath="/api/auth/confirm/options"
          fetcher={fetcher}
        />
      )}
      {elsewhere.map((domain) => (
        <p key={domain} className="mt-5 text-ui text-ink2">
          {t("passkeys.elsewhere_only", { domain })}
        </p>
      ))}
    </>
  )
}

/** Re-authenticates without leading back to the page of the act, which is open. */
export const hereAction = "/auth/confirm?here=dialog"

function PasswordForm({ result, fetcher }: Pick<ProofFormsProps, "result" | "fetcher">) {
  const { t } = useTranslation(["second-factor", "account-access"])
  const { form, field } = useFormResult(result)
  const navigation = useNavigation()
  const FormElement = fetcher?.Form ?? Form
  return (
    <FormElement ref={form} method="post" action={fetcher && hereAction} noValidate>
      <TextField
        {...field("password")}
        type="password"
        label={t("confirm.password")}
        autoComplete="current-password"
        maxLength={128}
        required
        reveal={{ show: t("account-access:password.show"), hide: t("account-access:password.hide") }}
      />
      <FormNotice result={result} />
      <Button
        type="submit"
        name="intent"
        value="password"
        variant="primary"
        size="large"
        isWide
        isBusy={(fetcher ?? navigation).state === "submitting"}
        className="mt-7"
      >
        {t("confirm.submit")}
      </Button>
    </FormElement>
  )
}
