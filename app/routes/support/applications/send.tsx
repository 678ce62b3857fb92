import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { findCatalog } from "~/domain/profiles/catalog/service.server"
import { unfinishedSteps } from "~/domain/support/applications/policy"
import { castingConsents, SendForm } from "~/domain/support/applications/schema"
import { submitApplication } from "~/domain/support/applications/service.server"
import { SendStep } from "~/features/support/applications/send-step"
import { StepFrame } from "~/features/support/applications/step-frame"
import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { followSent, loadDraft, submitStep } from "./step.server"

export const handle = { i18n: ["casting", "captcha", "errors"] }

export const loader = withContext(async (args) => {
  const { ctx, context } = args
  const [step, catalog] = await Promise.all([loadDraft(args, "send"), findCatalog(ctx)])
  const member = ctx.actor.kind === "visitor" ? null : ctx.actor.user.email
  const rulesVersion = formatDate(Date.parse(castingConsents.rules), ctx.locale, "month", "UTC")
  return { ...step, ...catalog, member, rulesVersion, captcha: member ? null : context.captcha() }
})

export const action = withContext((args) => {
  const { ctx, context } = args
  return submitStep(args, "send", SendForm, async (application, { captcha }) => {
    if (unfinishedSteps(application).length > 0) {
      const message = translator(ctx.locale, "casting")("send.unfinished")
      throw data<FormResult>({ message, isError: true }, 422)
    }
    const submission = { version: application.version, captcha }
    await submitApplication(ctx, context.cookies.readApplication(), application.id, submission).catch(followSent)
    throw redirect("/casting/status")
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function SendPage() {
  const { title: _, unfinished, ...props } = useLoaderData<typeof loader>()
  return (
    <StepFrame step="send" unfinished={unfinished}>
      <SendStep {...props} unfinished={unfinished} result={useActionData<FormResult>()} />
    </StepFrame>
  )
}
