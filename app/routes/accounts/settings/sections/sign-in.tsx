import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { findSecondFactor } from "~/domain/accounts/second-factor/second-factor.server"
import { requireSession } from "~/domain/core/actor/guards"
import { TwoFactorSection } from "~/features/accounts/settings/second-factor/two-factor-section"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["second-factor"] }

export const loader = withContext(async ({ ctx }) => {
  const { id } = requireSession(ctx).user
  return {
    secondFactor: await findSecondFactor(ctx, id),
    title: translator(ctx.locale, "settings")("sections.sign-in"),
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function SignInSettingsPage() {
  const { secondFactor } = useLoaderData<typeof loader>()
  return <TwoFactorSection secondFactor={secondFactor} />
}
