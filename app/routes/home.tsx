import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getHomePage } from "~/domain/profiles/service.server"
import { pageMeta } from "~/lib/meta"
import { withContext } from "~/lib/page.server"

export const handle = { i18n: ["home"] }

export const loader = withContext(({ ctx }) => getHomePage(ctx))

export const meta: MetaFunction<typeof loader> = ({ matches }) => pageMeta(matches)

export default function HomePage() {
  return <pre>{JSON.stringify(useLoaderData<typeof loader>(), null, 1)}</pre>
}
