import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { legalPages } from "~/domain/content/schema"
import { getPage } from "~/domain/content/service.server"
import { ContentPage } from "~/features/content/content-page"
import { pageMeta } from "~/remix/meta"
import { notValid, withContext } from "~/remix/page.server"

export const handle = { i18n: ["content"] }

export const loader = withContext(async ({ ctx, params, request }) => {
  const name = legalPages.find((one) => one === params.name)
  const page = name && (await getPage(ctx, `legal/${name}`))
  if (!page) throw notValid(request)
  const { markdown, ...shown } = page
  return { page: shown, title: page.title }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function LegalPage() {
  return <ContentPage page={useLoaderData<typeof loader>().page} isVersioned />
}
