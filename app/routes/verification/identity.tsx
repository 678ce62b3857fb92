import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { AgreementForm } from "~/domain/accounts/agreement/schema"
import { findAgreement, signAgreement } from "~/domain/accounts/agreement/service.server"
import {
  getIdentity,
  refreshOwnCheck,
  requestStaffCheck,
  startOwnCheck,
} from "~/domain/verification/identity/checks.server"
import type { LeaveResult } from "~/features/billing/leave-for-payment"
import { type AgreementIntent, AgreementPanel } from "~/features/verification/identity/agreement-panel"
import { type IdentityIntent, IdentityPanel } from "~/features/verification/identity/identity-panel"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResults } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { pageUrl, withContext } from "~/remix/page.server"

export const handle = { i18n: ["identity", "errors"] }

/** The provider leads back here: its event may still be on its way. */
export const loader = withContext(async ({ ctx }) => {
  await refreshOwnCheck(ctx)
  const [identity, agreement] = await Promise.all([getIdentity(ctx), findAgreement(ctx)])
  return { identity, agreement, title: translator(ctx.locale, "identity")("title") }
})

export const action = withContext((args) => {
  const { ctx, request } = args
  const t = translator(ctx.locale, "identity")
  return byIntent<IdentityIntent | AgreementIntent>(args, {
    start: (args) =>
      submitForm(args, z.object({}), async () => {
        const leave = await startOwnCheck(ctx, new URL("/profile/escort/identity", pageUrl(request)).toString())
        return data<LeaveResult>({ leave })
      }),
    staff: (args) =>
      submitForm(args, z.object({}), async () => {
        await requestStaffCheck(ctx)
        return data<LeaveResult>({ message: t("check.asked") })
      }),
    sign: (args) =>
      submitForm(args, AgreementForm, async ({ version, name }) => {
        await signAgreement(ctx, { version, name, accepts: true })
        return data<LeaveResult>({ message: t("agreement.done") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function IdentityPage() {
  const { t } = useTranslation("identity")
  const { identity, agreement, title } = useLoaderData<typeof loader>()
  const resultOf = useFormResults()
  return (
    <>
      <h1 className="text-page-title">{title}</h1>
      <p className="measure mt-3 text-lead text-ink2">{t("lead")}</p>
      <div className="mt-10 space-y-14">
        <IdentityPanel identity={identity} result={resultOf("start") ?? resultOf("staff")} />
        <AgreementPanel agreement={agreement} result={resultOf("sign")} />
      </div>
    </>
  )
}
