import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { ProofForm } from "~/domain/accounts/schema"
import { confirm, findConfirmation } from "~/domain/accounts/second-factor/reauthentication.server"
import { isSignedIn } from "~/domain/actor/actor"
import { AccessPage, OtherWay } from "~/features/auth/access-page"
import { FormNotice } from "~/features/auth/form-notice"
import { SecondFactorForms } from "~/features/auth/second-factor-forms"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { safeRedirectPath } from "~/lib/paths"
import { type FormResult, useFormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, withContext } from "~/remix/page.server"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"

export const handle = { i18n: ["second-factor", "account-access", "errors"] }

/** The re-authentication before a sensitive act (page.server.ts); returns to the page of the act. */
export const loader = withContext(async ({ ctx, context }) => {
  if (!isSignedIn(ctx.actor)) throw redirect("/auth/login")
  const asked = await findConfirmation(ctx)
  if (!asked) throw redirect(leaveFor(context.cookies))
  return { ...asked, title: translator(ctx.locale, "second-factor")("confirm.title") }
})

export const action = withContext((args) =>
  byIntent(args, { password: prove, app: prove, recovery: prove, passkey: prove }),
)

function prove(args: PageArgs) {
  return submitForm(args, ProofForm, async (proof) => {
    await confirm(args.ctx, proof)
    throw redirect(leaveFor(args.context.cookies))
  })
}

function leaveFor(cookies: { readReturnPath: () => string | null; clearReturnPath: () => void }): string {
  const target = safeRedirectPath(cookies.readReturnPath()) ?? "/profile/settings"
  cookies.clearReturnPath()
  return target
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ConfirmPage() {
  const { t } = useTranslation("second-factor")
  const { methods, elsewhere } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <AccessPage title={t("confirm.title")} lead={t("confirm.lead")}>
      {methods.includes("password") ? (
        <PasswordForm result={result} />
      ) : (
        <SecondFactorForms
          methods={methods}
          result={result}
          submit={t("confirm.submit")}
          action="/auth/confirm"
          optionsPath="/api/auth/confirm/options"
        />
      )}
      {elsewhere.map((domain) => (
        <p key={domain} className="mt-5 text-ui text-ink2">
          {t("passkeys.elsewhere_only", { domain })}
        </p>
      ))}
      <OtherWay question={t("confirm.question")} to="/profile/settings" label={t("confirm.back")} />
    </AccessPage>
  )
}

function PasswordForm({ result }: { result: FormResult | undefined }) {
  const { t } = useTranslation(["second-factor", "account-access"])
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().state === "submitting"
  return (
    <Form ref={form} method="post" noValidate>
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
        isBusy={isBusy}
        className="mt-7"
      >
        {t("confirm.submit")}
      </Button>
    </Form>
  )
}
