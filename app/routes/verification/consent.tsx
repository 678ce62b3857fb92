import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import * as z from "zod"
import {
  getConsentRequest,
  refreshConsentCheck,
  signConsent,
  startConsentCheck,
  withdrawConsent,
} from "~/domain/verification/consent/links.server"
import { ConsentForm, WithdrawalForm } from "~/domain/verification/consent/schema"
import type { LeaveResult } from "~/features/billing/leave-for-payment"
import { type ConsentIntent, ConsentView } from "~/features/verification/consent/consent-view"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { isAppError } from "~/lib/errors"
import { useFormResults } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { pageUrl, withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"

export const handle = { i18n: ["identity", "errors"] }

/** The private link of a person depicted. Opening it changes nothing. */
export const loader = withContext(async ({ ctx, params }) => {
  const token = params.token ?? ""
  const t = translator(ctx.locale, "identity")
  try {
    await refreshConsentCheck(ctx, token)
    const request = await getConsentRequest(ctx, token)
    return data({ request, path: `/consent/${token}`, title: t("consent.page") })
  } catch (error) {
    if (!isAppError(error) || error.code !== "auth.token_invalid") throw error
    return data({ request: null, path: "", title: t("consent.gone") }, 410)
  }
})

export const action = withContext((args) => {
  const { ctx, params, request } = args
  const token = params.token ?? ""
  const t = translator(ctx.locale, "identity")
  return byIntent<ConsentIntent>(args, {
    check: (args) =>
      submitForm(args, z.object({}), async () => {
        const back = new URL(`/consent/${token}`, pageUrl(request)).toString()
        return data<LeaveResult>({ leave: await startConsentCheck(ctx, token, back) })
      }),
    sign: (args) =>
      submitForm(args, ConsentForm, async ({ version }, form) => {
        const { items } = await getConsentRequest(ctx, token)
        // Questions left open remain unanswered.
        const answers = items.flatMap(({ id }) => {
          const publish = form.get(`publish-${id}`)
          return publish === null ? [] : [[id, { publish: publish === "yes", download: form.has(`download-${id}`) }]]
        })
        await signConsent(ctx, token, { version, accepts: true, answers: Object.fromEntries(answers) })
        return data<LeaveResult>({ message: t("consent.signed") })
      }),
    withdraw: (args) =>
      submitForm(args, WithdrawalForm, async ({ media }) => {
        await withdrawConsent(ctx, token, { media: media ?? null })
        return data<LeaveResult>({ message: t("consent.withdrawn") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function ConsentPage() {
  const { t } = useTranslation("identity")
  const { request, path, title } = useLoaderData<typeof loader>()
  const resultOf = useFormResults()
  if (request) return <ConsentView request={request} path={path} resultOf={resultOf} />
  return (
    <div className="page-container pt-10 md:pt-16">
      <h1 className="text-page-title">{title}</h1>
      <p className="measure mt-4 text-body text-ink2">{t("consent.gone_text")}</p>
      <ButtonLink to="/contact" className="mt-8">
        {t("consent.ask")}
      </ButtonLink>
    </div>
  )
}
