import { data, type HeadersFunction, type MetaFunction, redirectDocument } from "@remix-run/cloudflare"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { enrolmentCodeOf } from "~/domain/accounts/first-factor/enrolment.server"
import { AppEnrolmentForm } from "~/domain/accounts/schema"
import { beginAuthenticator, enrolCodeApp } from "~/domain/accounts/second-factor/authenticator-app.server"
import type { SignedIn } from "~/domain/core/actor/actor"
import { requireSession } from "~/domain/core/actor/guards"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { sixDigits } from "~/features/accounts/auth/second-factor-forms"
import { EndWeakSessions } from "~/features/accounts/settings/second-factor/end-weak-sessions"
import { EnrolmentCodeField, MailCodePanel } from "~/features/accounts/settings/second-factor/enrolment-code"
import { qrImage } from "~/features/accounts/settings/second-factor/qr.server"
import { RecoveryCodes } from "~/features/accounts/settings/second-factor/recovery-codes"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"
import { AppLink } from "~/ui/navigation/app-link"
import { mailFactorCode } from "./send-factor-code.server"

const overview = "/profile/settings/two-factor"
const page = `${overview}/app`

export const handle = { i18n: ["second-factor", "account-access", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  const actor = requireSession(ctx)
  const { secret, address } = await beginAuthenticator(ctx)
  const title = translator(ctx.locale, "second-factor")("setup.title")
  return { secret: secret.replace(/(.{4})(?=.)/g, "$1 "), address, qr: qrImage(address), title, ...enrolmentOf(actor) }
})

const enrolmentOf = (actor: SignedIn) => ({ code: enrolmentCodeOf(actor), email: actor.user.email })

type Result = FormResult & { codes?: string[] }

/** Turns the authenticator app on by its first code; shows new recovery codes to a user who has none. */
export const action = withContext((args) =>
  byIntent<"send-code" | "enrol">(args, {
    "send-code": mailFactorCode,
    enrol: (args) =>
      submitForm(args, AppEnrolmentForm, async (form) => {
        const { recovery_codes } = await enrolCodeApp(args.ctx, form)
        if (!recovery_codes) throw redirectDocument(overview)
        return data<Result>({ codes: recovery_codes })
      }),
  }),
)

/** The secret is not requested again once the app is on: that would begin another set-up. */
export const shouldRevalidate = () => false

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function TwoFactorAppPage() {
  const { t } = useTranslation("second-factor")
  const result = useActionData<Result>()
  return (
    <>
      <h1 className="text-subsection">{t("setup.title")}</h1>
      <div className="mt-2">
        {result?.codes ? (
          <div className="mt-8">
            <RecoveryCodes codes={result.codes} />
          </div>
        ) : (
          <SetUp result={result} />
        )}
      </div>
    </>
  )
}

function SetUp({ result: latest }: { result: Result | undefined }) {
  const { t } = useTranslation("second-factor")
  const { secret, address, qr, code, email } = useLoaderData<typeof loader>()
  const result = latest?.intent === "enrol" ? latest : undefined
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().formData?.get("intent") === "enrol"
  return (
    <>
      <p className="text-body text-ink2">{t("setup.lead")}</p>
      {code === "mail" && (
        <div className="mt-10">
          <MailCodePanel action={page} address={email} result={latest} />
        </div>
      )}
      <h2 className="mt-10 text-subsection">{t("setup.scan")}</h2>
      <img
        src={qr}
        alt={t("setup.scan_alt")}
        width={208}
        height={208}
        className="mt-4 rounded-card border border-line bg-white"
      />
      <p className="mt-6 text-body text-ink2">{t("setup.or_type")}</p>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <code className="rounded-small bg-sunk px-3 py-1.5 font-mono text-ui wrap-anywhere">{secret}</code>
        <a href={address} className="link text-ui">
          {t("setup.open")}
        </a>
      </p>
      <Form ref={form} method="post" noValidate className="mt-10">
        <input type="hidden" name="intent" value="enrol" />
        <h2 className="text-subsection">{t("setup.type")}</h2>
        <TextField
          {...field("code")}
          {...sixDigits}
          label={t("step.code")}
          hint={t("step.code_hint")}
          className="mt-4 max-w-72"
        />
        <EnrolmentCodeField code={code} field={field} className="mt-5 max-w-96" />
        <EndWeakSessions values={result?.values} className="mt-5" />
        <FormNotice result={result} />
        <Button type="submit" variant="primary" size="large" isBusy={isBusy} className="mt-5">
          {t("setup.submit")}
        </Button>
      </Form>
      <p className="mt-8 text-ui">
        <AppLink to={overview} className="link">
          {t("setup.back")}
        </AppLink>
      </p>
    </>
  )
}
