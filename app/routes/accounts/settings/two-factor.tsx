import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { enrolmentCodeOf } from "~/domain/accounts/first-factor/enrolment.server"
import { PasskeyEnrolmentForm } from "~/domain/accounts/schema"
import { removeCodeApp, renewRecoveryCodes } from "~/domain/accounts/second-factor/authenticator-app.server"
import { enrolPasskey, relyingParty, removePasskey } from "~/domain/accounts/second-factor/passkeys.server"
import { findSecondFactor } from "~/domain/accounts/second-factor/second-factor.server"
import { deviceName } from "~/domain/accounts/sessions/device"
import { findOwnFactorReset, withdrawOwnFactorReset } from "~/domain/accounts/staff/factor-resets.server"
import { requireRecentProof } from "~/domain/core/actor/guards"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { MailCodePanel } from "~/features/accounts/settings/second-factor/enrolment-code"
import { PasskeysPanel } from "~/features/accounts/settings/second-factor/passkeys-panel"
import { RecoveryCodes } from "~/features/accounts/settings/second-factor/recovery-codes"
import { useSecondFactorLabels } from "~/features/accounts/settings/second-factor/second-factor-labels"
import { formatDate, formatTime } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { Button, ButtonLink } from "~/ui/button"
import { Banner, bannerActionClass } from "~/ui/feedback/banner"
import { mailFactorCode } from "./send-factor-code.server"

const page = "/profile/settings/two-factor"

export const handle = { i18n: ["second-factor", "account-access", "errors"] }

/** Everything here is sensitive, so the page itself requires a recent re-authentication: its buttons need not. */
export const loader = withContext(async ({ ctx, request }) => {
  const actor = requireRecentProof(ctx)
  const { user } = actor
  return {
    code: enrolmentCodeOf(actor),
    email: user.email,
    secondFactor: await findSecondFactor(ctx, user.id),
    here: relyingParty(ctx).id,
    device: deviceName(ctx.client.userAgent),
    resetBy: await findOwnFactorReset(ctx),
    isForStaff: new URL(request.url).searchParams.get("notice") === "staff",
    title: translator(ctx.locale, "second-factor")("title"),
  }
})

type Result = FormResult & { codes?: string[] | null }

/** The forms load a new document: a copy prefetched by a hover is older than the change. */
type TwoFactorIntent = "send-code" | "remove-app" | "renew-codes" | "add-passkey" | "remove-passkey" | "withdraw-reset"

export const action = withContext((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "second-factor")
  return byIntent<TwoFactorIntent>(args, {
    "send-code": mailFactorCode,
    "remove-app": (args) =>
      submitForm(args, z.object({}), async () => {
        await removeCodeApp(ctx)
        return data<Result>({ message: t("app.removed") })
      }),
    "renew-codes": (args) =>
      submitForm(args, z.object({}), async () => {
        return data<Result>({ codes: (await renewRecoveryCodes(ctx)).recovery_codes })
      }),
    "add-passkey": (args) =>
      submitForm(args, PasskeyEnrolmentForm, async (form) => {
        const { recovery_codes } = await enrolPasskey(ctx, form)
        return data<Result>({ message: t("passkeys.added_done"), codes: recovery_codes })
      }),
    "withdraw-reset": (args) =>
      submitForm(args, z.object({}), async () => {
        await withdrawOwnFactorReset(ctx)
        return data<Result>({ message: t("reset.withdrawn") })
      }),
    "remove-passkey": (args) =>
      submitForm(args, z.object({ id: z.string().max(1_400) }), async ({ id }) => {
        await removePasskey(ctx, id)
        return data<Result>({ message: t("passkeys.removed") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function TwoFactorPage() {
  const { t } = useTranslation("second-factor")
  const { secondFactor, here, device, isForStaff, resetBy, code, email } = useLoaderData<typeof loader>()
  const result = useActionData<Result>()
  useFormResult(result)
  const isOn = secondFactor.app_since !== null || secondFactor.passkeys.length > 0
  return (
    <>
      <h1 className="text-subsection">{t("title")}</h1>
      <div className="mt-2">
        <p className="text-body text-ink2">{t("lead")}</p>
        {isForStaff && !isOn && (
          <Banner tone="warn" fact={t("staff")} className="mt-6">
            {t("staff_hint")}
          </Banner>
        )}
        {resetBy !== null && <ResetNotice until={resetBy} />}
        {result?.intent !== "send-code" && <FormNotice result={result} />}
        <div className="mt-10 space-y-16">
          {code === "mail" && <MailCodePanel action={page} address={email} result={result} />}
          {result?.codes && <RecoveryCodes codes={result.codes} />}
          <AppPanel secondFactor={secondFactor} />
          <PasskeysPanel
            passkeys={secondFactor.passkeys}
            here={here}
            device={device}
            code={code}
            result={result?.intent === "add-passkey" ? result : undefined}
          />
          {isOn && <CodesPanel secondFactor={secondFactor} />}
        </div>
      </div>
    </>
  )
}

/** Notice of a proposed reset of the reader's second factor, with the form to withdraw it. */
function ResetNotice({ until }: { until: number }) {
  const { t } = useTranslation("second-factor")
  const locale = useLocale()
  const date = `${formatDate(until, locale, "date")}, ${formatTime(until, locale)}`
  return (
    <Banner
      tone="bad"
      fact={t("reset.fact")}
      className="mt-6"
      action={
        <Form method="post" reloadDocument action={page}>
          <button type="submit" name="intent" value="withdraw-reset" className={bannerActionClass}>
            {t("reset.withdraw")}
          </button>
        </Form>
      }
    >
      {t("reset.text", { date })}
    </Banner>
  )
}

type ShownSecondFactor = Parameters<typeof useSecondFactorLabels>[0]

function AppPanel({ secondFactor }: { secondFactor: ShownSecondFactor }) {
  const { t } = useTranslation("second-factor")
  const { app } = useSecondFactorLabels(secondFactor)
  const isOn = secondFactor.app_since !== null
  return (
    <section aria-labelledby="app">
      <h2 id="app" className="text-subsection">
        {t("app.title")}
      </h2>
      <p className="mt-2 text-body text-ink2">{t("app.lead")}</p>
      <p className="mt-4 text-body">{app}</p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <ButtonLink to="/profile/settings/two-factor/app" variant={isOn ? "secondary" : "primary"}>
          {t(isOn ? "app.replace" : "app.set_up")}
        </ButtonLink>
        {isOn && (
          <Form method="post" reloadDocument action={page}>
            <Button type="submit" name="intent" value="remove-app" variant="danger">
              {t("app.remove")}
            </Button>
          </Form>
        )}
      </div>
    </section>
  )
}

function CodesPanel({ secondFactor }: { secondFactor: ShownSecondFactor }) {
  const { t } = useTranslation("second-factor")
  const { codes } = useSecondFactorLabels(secondFactor)
  return (
    <section aria-labelledby="codes">
      <h2 id="codes" className="text-subsection">
        {t("codes.title")}
      </h2>
      <p className="mt-2 text-body text-ink2">{t("codes.lead")}</p>
      <p className="mt-4 text-body">{codes}</p>
      <Form method="post" reloadDocument action={page} className="mt-4">
        <Button type="submit" name="intent" value="renew-codes">
          {t("codes.renew")}
        </Button>
      </Form>
    </section>
  )
}
