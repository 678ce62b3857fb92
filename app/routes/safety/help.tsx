import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { requireUser } from "~/domain/core/actor/guards"
import { answerInConfidence } from "~/domain/safety/help/help.server"
import { HelpForm } from "~/domain/safety/help/schema"
import { HelpPage } from "~/features/safety/help-page"
import { translator } from "~/i18n/i18n.server"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["help", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  requireUser(ctx)
  return { title: translator(ctx.locale, "help")("title") }
})

export const action = withContext((args) =>
  submitForm(args, HelpForm, async (form) => {
    await answerInConfidence(args.ctx, form)
    throw redirect("/profile/help/lines")
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function HelpRoute() {
  const { title } = useLoaderData<typeof loader>()
  return <HelpPage title={title} result={useActionData<typeof action>()} />
}
