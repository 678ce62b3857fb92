import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import type { Overview } from "~/domain/accounts/overview/schema"
import { getMemberHome } from "~/domain/profiles/member-home/member-home.server"
import { AccountSummary } from "~/features/accounts/overview/account-summary"
import { HomeConversations } from "~/features/accounts/overview/home-conversations"
import { HomeFavorites } from "~/features/accounts/overview/home-favorites"
import { HomeSearches } from "~/features/accounts/overview/home-searches"
import { NextSteps } from "~/features/accounts/overview/next-steps"
import { OwnProfile } from "~/features/accounts/overview/own-profile"
import { OwnerFigures } from "~/features/accounts/overview/owner-figures"
import { CardGrid } from "~/features/profiles/cards/card-grid"
import { inCity } from "~/features/profiles/cards/in-city"
import { SectionHead } from "~/features/profiles/cards/section-head"
import type { ShownCard } from "~/features/profiles/cards/shown-card"
import { toShownCards } from "~/features/profiles/cards/shown-card.server"
import { smallPictures } from "~/features/profiles/cards/small-pictures"
import { cityPath } from "~/features/profiles/cities/city-path"
import { formatCountry, formatDate, formatTime } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { useRootData } from "~/remix/root-data"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"

export const handle = { i18n: ["member", "chat", "listing", "searches", "statistics"] }

export const loader = withContext(async ({ ctx }) => {
  const home = await getMemberHome(ctx)
  return {
    title: translator(ctx.locale, "member")("title"),
    home: {
      ...home,
      favorites: toShownCards(home.favorites, ctx),
      newest: { ...home.newest, profiles: toShownCards(home.newest.profiles, ctx) },
    },
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function OverviewPage() {
  const { t } = useTranslation("member")
  const { home } = useLoaderData<typeof loader>()
  const root = useRootData()
  const { overview, conversations, favorites, searches, statistics, now } = home
  const { name, plan, restriction, profile, last_sign_in, steps } = overview
  const isNew = conversations?.length === 0 && favorites.length === 0 && searches.length === 0 && !profile
  const isOpen = !root?.impersonation && !restriction
  return (
    <div className="page-container space-y-12 pt-8 md:space-y-16 md:pt-12">
      <div>
        <h1 className="text-page-title wrap-anywhere">{t("greeting", { name: firstName(name) })}</h1>
        <div className="mt-8 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="min-w-0">
            {isNew ? (
              <Welcome profiles={home.newest.profiles} />
            ) : (
              isOpen && (
                <HomeConversations
                  conversations={conversations}
                  hiddenWords={home.hidden_words}
                  userId={root?.user?.id ?? ""}
                  now={now}
                />
              )
            )}
            {profile && <OwnProfile profile={profile} now={now} />}
            {statistics && profile && <OwnerFigures statistics={statistics} />}
          </div>
          <div className="grid gap-6">
            <AccountSummary plan={plan} restriction={restriction} />
            {steps.some(({ is_done }) => !is_done) && <NextSteps steps={steps} />}
          </div>
        </div>
      </div>
      {favorites.length > 0 && <HomeFavorites profiles={favorites} />}
      {searches.length > 0 && <HomeSearches searches={searches} />}
      {isOpen && <Newest newest={home.newest} />}
      {!root?.impersonation && <LastSignIn signIn={last_sign_in} />}
    </div>
  )
}

/** The part of a name by which a friend would greet them. */
const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? name

/** The first visit: nothing is there yet. */
function Welcome({ profiles }: { profiles: ShownCard[] }) {
  const { t } = useTranslation("member")
  return (
    <EmptyState
      isBoxed
      pictures={smallPictures(profiles)}
      title={t("welcome.title")}
      button={<ButtonLink to="/escorts">{t("browse")}</ButtonLink>}
    >
      {t("welcome.text")}
    </EmptyState>
  )
}

function Newest({
  newest: { city, profiles },
}: {
  newest: ReturnType<typeof useLoaderData<typeof loader>>["home"]["newest"]
}) {
  const { t } = useTranslation("member")
  const { t: listing } = useTranslation("listing")
  if (profiles.length === 0) return null
  return (
    <section aria-labelledby="newest">
      <SectionHead
        id="newest"
        size="medium"
        title={city ? t("newest.in_city", { place: inCity(listing, city.name) }) : t("newest.title")}
        link={{ to: city ? cityPath(city.slug) : "/escorts", label: city ? t("newest.all_of_city") : t("browse") }}
      />
      <CardGrid profiles={profiles} isNewSilent />
    </section>
  )
}

/** The last sign-in, by which the member can notice another person's. */
function LastSignIn({ signIn }: { signIn: Overview["last_sign_in"] }) {
  const { t } = useTranslation("member")
  const locale = useLocale()
  if (!signIn) return <p className="text-meta text-mute">{t("first_sign_in")}</p>
  const { at, device, country } = signIn
  const place = country && formatCountry(country, locale)
  const when = [`${formatDate(at, locale, "date")}, ${formatTime(at, locale)}`, device, place]
  return <p className="text-meta text-mute">{t("last_sign_in", { when: when.filter(Boolean).join(", ") })}</p>
}
