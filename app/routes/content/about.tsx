import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getPage } from "~/domain/content/service.server"
import { ContentPage } from "~/features/content/content-page"
import { pageMeta } from "~/remix/meta"
import { notValid, withContext } from "~/remix/page.server"
import { StillPortrait } from "~/ui/still-portrait"

export const handle = { i18n: ["content"] }

export const loader = withContext(async ({ ctx, request }) => {
  const page = await getPage(ctx, "about")
  if (!page) throw notValid(request)
  const { markdown, ...shown } = page
  return { page: shown, title: page.title }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function AboutPage() {
  return (
    <ContentPage page={useLoaderData<typeof loader>().page} portrait={<StillPortrait className="w-40 lg:w-full" />} />
  )
}
