import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { listConsents } from "~/domain/accounts/account.server"
import { PrivacySection } from "~/features/accounts/settings/privacy-section"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["privacy"] }

export const loader = withContext(async ({ ctx }) => {
  return { consents: await listConsents(ctx), title: translator(ctx.locale, "settings")("sections.privacy") }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function PrivacySettingsPage() {
  const { consents } = useLoaderData<typeof loader>()
  return <PrivacySection consents={consents} />
}
