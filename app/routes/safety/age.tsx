import { type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { AgePage } from "~/features/safety/age-page"
import { translator } from "~/i18n/i18n.server"
import { safeRedirectPath } from "~/lib/paths"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { readAction } from "~/remix/read-form.server"

export const handle = { i18n: ["safety"] }

export const loader = withContext(async ({ ctx, context, request }) => {
  const to = safeRedirectPath(new URL(request.url).searchParams.get("to")) ?? "/"
  if (!context.age.isAsked) throw redirect(to)
  return { to, title: translator(ctx.locale, "safety")("age.title") }
})

export const action = withContext(async (args): Promise<null> => {
  const form = await readAction(args)
  args.context.age.pass()
  throw redirect(safeRedirectPath(form.get("to")) ?? "/")
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function AgeNoticePage() {
  return <AgePage to={useLoaderData<typeof loader>().to} />
}
