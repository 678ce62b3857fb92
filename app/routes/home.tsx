import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { findMonthlyPrice } from "~/domain/billing/billing.server"
import { isPremium, isSignedIn } from "~/domain/core/actor/actor"
import { getHomePage } from "~/domain/profiles/service.server"
import { HomeCategories } from "~/features/home/home-categories"
import { HomeCities } from "~/features/home/home-cities"
import { HomeHero } from "~/features/home/home-hero"
import { HomeNewest } from "~/features/home/home-newest"
import { HomePremium } from "~/features/home/home-premium"
import { HomePromises } from "~/features/home/home-promises"
import { toPremiumTexts } from "~/features/home/premium-texts.server"
import { toShownCards } from "~/features/profiles/cards/shown-card.server"
import { toTiles } from "~/features/profiles/cities/map/city-map.server"
import { aboutPage } from "~/features/shell/page-head.server"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["home", "listing"] }

export const loader = withContext(async ({ ctx, context }) => {
  const { actor, locale } = ctx
  const isOffered = !isSignedIn(actor) || !isPremium(actor.user)
  const [{ largestCities, ...home }, price] = await Promise.all([
    getHomePage(ctx),
    isOffered ? findMonthlyPrice(ctx) : null,
  ])
  const description = translator(ctx.locale, "home")("hero.lead")
  const thing = { "@type": "WebSite", name: ctx.site.name, url: `${ctx.site.origin(ctx.locale)}/` }
  return {
    ...home,
    tiles: toTiles(largestCities),
    newest: toShownCards(home.newest, ctx),
    premium: price && toPremiumTexts(price, !isSignedIn(actor), locale),
    about: aboutPage(ctx, context.app, { description, thing }),
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches }) => pageMeta(matches)

export default function HomePage() {
  const { featured, newest, total, categories, cities, tiles, premium } = useLoaderData<typeof loader>()
  return (
    <div className="space-y-16 pt-10 md:space-y-28 md:pt-14">
      <HomeHero featured={featured} total={total} categories={categories} cities={cities} />
      <HomeNewest profiles={newest} total={total} />
      <HomeCategories categories={categories} />
      <HomeCities tiles={tiles} count={cities.length} />
      <HomePromises />
      {premium && <HomePremium texts={premium} faces={newest.slice(-3)} />}
    </div>
  )
}
