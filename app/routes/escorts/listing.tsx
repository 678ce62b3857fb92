import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { ListingQuery } from "~/domain/profiles/schema"
import { findProfiles } from "~/domain/profiles/service.server"
import { AppError } from "~/lib/errors"
import { pageMeta } from "~/lib/meta"
import { withContext } from "~/lib/page.server"

export const handle = { i18n: ["listing"] }

export const loader = withContext(async ({ ctx, request }) => {
  const parameters = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ""))
  const query = ListingQuery.safeParse(parameters)
  if (!query.success) throw new AppError("filter.unknown")
  const listing = await findProfiles(ctx, query.data)
  return { ...listing, title: "" }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ListingPage() {
  return <pre>{JSON.stringify(useLoaderData<typeof loader>(), null, 1)}</pre>
}
