import type { MetaFunction } from "@remix-run/cloudflare"
import { requireUser } from "~/domain/accounts/service.server"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/lib/meta"
import { withContext } from "~/lib/page.server"

export const handle = { i18n: ["member"] }

export const loader = withContext(async ({ ctx }) => {
  const { email } = requireUser(ctx)
  return { email, title: translator(ctx.locale, "member")("title") }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function OverviewPage() {
  return null
}
