import { type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getPublicProfile } from "~/domain/profiles/service.server"
import { pageMeta } from "~/lib/meta"
import { notValid, withContext } from "~/lib/page.server"

export const handle = { i18n: ["profile"] }

export const loader = withContext(async ({ ctx, params, request }) => {
  const profile = await getPublicProfile(ctx, params.slug ?? "")
  if (!profile) throw notValid(request)
  if ("moved" in profile) throw redirect(`/escorts/${profile.moved}`, 301)
  return { profile, title: profile.name }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ProfilePage() {
  return <pre>{JSON.stringify(useLoaderData<typeof loader>(), null, 1)}</pre>
}
