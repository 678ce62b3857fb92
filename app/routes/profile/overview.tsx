import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { hasPermission, isPremium } from "~/domain/accounts/policy"
import { requireUser } from "~/domain/accounts/service.server"
import { AccountFacts } from "~/features/member/account-facts"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/lib/meta"
import { withContext } from "~/lib/page.server"
import { Avatar } from "~/ui/avatar"
import { ButtonLink } from "~/ui/button"

export const handle = { i18n: ["member"] }

export const loader = withContext(async ({ ctx }) => {
  const user = requireUser(ctx)
  return {
    title: translator(ctx.locale, "member")("title"),
    name: user.name,
    avatar: user.avatar,
    email: user.email,
    isPremium: isPremium(user),
    isStaff: hasPermission(user),
    profile: user.profile && { slug: user.profile.slug, state: user.profile.state },
    unread: user.unread_messages_count,
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function OverviewPage() {
  const { t } = useTranslation("member")
  const { title, name, avatar, ...account } = useLoaderData<typeof loader>()
  return (
    <div className="page-container pt-8 md:pt-14">
      <div className="max-w-4xl">
        <p className="text-ui text-mute">{title}</p>
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-3">
          {avatar && <Avatar src={avatar} size="3xl" />}
          <h1 className="min-w-0 text-page-title wrap-anywhere">{t("greeting", { name })}</h1>
        </div>
        <AccountFacts account={account} />
        <ButtonLink to="/escorts" className="mt-10">
          {t("browse")}
        </ButtonLink>
      </div>
    </div>
  )
}
