import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { isSignedIn } from "~/domain/core/actor/actor"
import { getDecision } from "~/domain/decisions/decisions.server"
import { sendAppeal } from "~/domain/safety/appeals/appeals.server"
import { AppealForm } from "~/domain/safety/appeals/schema"
import { DecisionPage } from "~/features/decisions/decision-page"
import { translator } from "~/i18n/i18n.server"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["decisions", "errors"] }

export const loader = withContext(async ({ ctx, params }) => {
  const decision = await getDecision(ctx, params.key ?? "")
  return {
    title: translator(ctx.locale, "decisions")("page_title"),
    decision,
    hasList: isSignedIn(ctx.actor),
  }
})

export const action = withContext((args) =>
  submitForm(args, AppealForm, async (form) => {
    const { key = "" } = args.params
    await sendAppeal(args.ctx, key, form)
    throw redirect(`/decisions/${key}`)
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function DecisionRoute() {
  const { decision, hasList } = useLoaderData<typeof loader>()
  return <DecisionPage decision={decision} hasList={hasList} result={useActionData<typeof action>()} />
}
