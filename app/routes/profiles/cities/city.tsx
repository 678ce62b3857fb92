import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { CityPage } from "~/features/profiles/cities/city-page"
import { loadCityPage } from "~/features/profiles/cities/city-page.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["cities", "listing"] }

export const loader = withContext(loadCityPage)

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function CityRoute() {
  return <CityPage {...useLoaderData<typeof loader>()} />
}
