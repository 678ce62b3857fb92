import { Form, useNavigation } from "@remix-run/react"
import { type FormEvent, useEffect, useRef } from "react"
import { toasts } from "~/browser/toasts"
import { useTranslation } from "~/i18n/use-translation"
import type { FieldProblem } from "~/lib/field-problems"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"
import { ForgottenLink, JoinInvitation, LoginNotice, PasskeyLogin } from "./login-extras"

/** The login action's result when it did not sign in; includes the e-mail that was typed. */
export interface LoginResult {
  email: string
  message?: string
  problems?: Record<string, FieldProblem[]>
}

export interface LoginFormProps {
  result: LoginResult | undefined
  /** The fetcher's form in the dialog; the page's own form otherwise. */
  form?: typeof Form
  isBusy?: boolean
  /** The page that the dialog is on; the login returns to it. */
  back?: string
}

/**
 * E-mail and password. Posts to the login page's action, with or without script. A refusal is shown in a toast and
 * below the fields.
 */
export function LoginForm({ result, form: LoginFormElement = Form, isBusy, back }: LoginFormProps) {
  const { t } = useTranslation(["auth", "errors"])
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const busy = isBusy ?? navigation.state === "submitting"
  const isSent = useRef(false)
  const problem = (field: string) => result?.problems?.[field]?.map((key) => t(`errors:fields.${key}`)).join(" ")

  // From here on the busy button prevents a second submit, or there is a result.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when these change
  useEffect(() => {
    isSent.current = false
  }, [busy, result])

  /** A slow device renders the busy button long after the first press. */
  function sendOnce(event: FormEvent) {
    if (isSent.current) event.preventDefault()
    isSent.current = true
  }

  useEffect(() => {
    if (!result) return
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
    if (result.message) toasts.add({ title: result.message, color: "bad" })
  }, [result])

  return (
    <LoginFormElement
      ref={form}
      method="post"
      action="/auth/login"
      noValidate
      preventScrollReset={back !== undefined}
      className="space-y-6"
      onSubmit={sendOnce}
    >
      <LoginNotice />
      {back !== undefined && <input type="hidden" name="back" value={back} />}
      <TextField
        name="email"
        type="email"
        label={t("email")}
        autoComplete="username"
        required
        defaultValue={result?.email}
        error={problem("email")}
      />
      <TextField
        name="password"
        type="password"
        label={t("password")}
        aside={<ForgottenLink />}
        autoComplete="current-password"
        required
        reveal={{ show: t("show_password"), hide: t("hide_password") }}
        error={problem("password") ?? result?.message}
      />
      <div className="pt-2">
        <Button type="submit" variant="primary" size="large" isWide isBusy={busy}>
          {t("submit")}
        </Button>
      </div>
      <PasskeyLogin back={back} />
      <JoinInvitation back={back} />
    </LoginFormElement>
  )
}
