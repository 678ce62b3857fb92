import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getOverview } from "~/domain/accounts/overview/overview.server"
import type { Overview } from "~/domain/accounts/overview/schema"
import { AccountSummary } from "~/features/accounts/overview/account-summary"
import { NextSteps } from "~/features/accounts/overview/next-steps"
import { OwnProfile } from "~/features/accounts/overview/own-profile"
import { formatCountry, formatDate, formatTime } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { useRootData } from "~/remix/root-data"
import { Avatar } from "~/ui/avatar"
import { ButtonLink } from "~/ui/button"

export const handle = { i18n: ["member"] }

export const loader = withContext(async ({ ctx }) => {
  return { title: translator(ctx.locale, "member")("title"), overview: await getOverview(ctx) }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function OverviewPage() {
  const { t } = useTranslation("member")
  const { title, overview } = useLoaderData<typeof loader>()
  const { name, avatar, email, plan, restriction, profile, last_sign_in, steps } = overview
  return (
    <div className="page-container pt-8 md:pt-14">
      <p className="text-ui text-mute">{title}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-3">
        {avatar && <Avatar src={avatar} size="3xl" />}
        <h1 className="min-w-0 text-page-title wrap-anywhere">{t("greeting", { name })}</h1>
      </div>
      <p className="mt-3 text-ui wrap-anywhere text-ink2">{email}</p>
      {!useRootData()?.impersonation && <LastSignIn signIn={last_sign_in} />}
      <div className="mt-10 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <AccountSummary plan={plan} restriction={restriction} />
          {profile && <OwnProfile profile={profile} />}
        </div>
        <div>
          <NextSteps steps={steps} />
        </div>
      </div>
      <ButtonLink to="/escorts" className="mt-10">
        {t("browse")}
      </ButtonLink>
    </div>
  )
}

/** The last sign-in, by which the member can notice another person's. */
function LastSignIn({ signIn }: { signIn: Overview["last_sign_in"] }) {
  const { t } = useTranslation("member")
  const locale = useLocale()
  if (!signIn) return <p className="mt-1 text-meta text-mute">{t("first_sign_in")}</p>
  const { at, device, country } = signIn
  const place = country && formatCountry(country, locale)
  const when = [`${formatDate(at, locale, "date")}, ${formatTime(at, locale)}`, device, place]
  return <p className="mt-1 text-meta text-mute">{t("last_sign_in", { when: when.filter(Boolean).join(", ") })}</p>
}
