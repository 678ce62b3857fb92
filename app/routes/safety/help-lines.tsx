import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getHelpLines } from "~/domain/safety/help/help.server"
import { ContentPage } from "~/features/content/content-page"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/remix/meta"
import { notValid, withContext } from "~/remix/page.server"

export const handle = { i18n: ["content"] }

export const loader = withContext(async ({ ctx, request }) => {
  const page = await getHelpLines(ctx)
  if (!page) throw notValid(request)
  const { markdown, ...shown } = page
  // The browser's history names this page by it: not by the text's own title.
  return { page: shown, title: translator(ctx.locale, "help")("title") }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function HelpLinesRoute() {
  return <ContentPage page={useLoaderData<typeof loader>().page} />
}
