import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData, useLocation, useNavigate } from "@remix-run/react"
import { useEffect } from "react"
import { requireSession } from "~/domain/core/actor/guards"
import { ProfileSection } from "~/features/accounts/settings/profile-section"
import { pathOfAnchor } from "~/features/accounts/settings/sections"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["errors", "account-access", "crop"] }

export const loader = withContext(async ({ ctx }) => {
  const { name, avatar } = requireSession(ctx).user
  return { name, avatar, title: translator(ctx.locale, "settings")("title") }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

/** The first section beside the list; its forms are sent to the section's own address. */
export default function SettingsPage() {
  const { name, avatar } = useLoaderData<typeof loader>()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const former = pathOfAnchor(hash)
  useEffect(() => {
    if (former) navigate(former, { replace: true })
  }, [former, navigate])
  return <ProfileSection name={name} avatar={avatar} isBelow />
}
