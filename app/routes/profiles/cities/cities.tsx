import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { findCitiesByRegion } from "~/domain/profiles/cities/service.server"
import { ProfileCount } from "~/features/profiles/cards/profile-count"
import { cityPath } from "~/features/profiles/cities/city-path"
import { CityMap } from "~/features/profiles/cities/map/city-map"
import { mapOfAll } from "~/features/profiles/cities/map/city-map.server"
import { aboutPage } from "~/features/shell/page-head.server"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { AppLink } from "~/ui/navigation/app-link"

export const handle = { i18n: ["cities", "listing"] }

export const loader = withContext(async ({ ctx, context }) => {
  const t = translator(ctx.locale, "cities")
  const [title, description] = [t("all.title"), t("all.description")]
  const thing = { "@type": "CollectionPage", name: title }
  const regions = await findCitiesByRegion(ctx)
  const map = mapOfAll(regions.flatMap(({ cities }) => cities))
  const shown = regions.map(({ region, cities }) => ({
    region,
    cities: cities.map(({ slug, name, profiles }) => ({ slug, name, profiles })),
  }))
  return { regions: shown, map, title, description, about: aboutPage(ctx, context.app, { description, thing }) }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function CitiesPage() {
  const { t } = useTranslation("cities")
  const { regions, map, title, description } = useLoaderData<typeof loader>()
  return (
    <div className="page-container space-y-12 pt-8 md:pt-12">
      <header>
        <h1 className="text-page-title">{title}</h1>
        <p className="mt-2 text-body text-ink2">{regions.length > 0 ? description : t("empty.cities")}</p>
      </header>
      <div className="grid gap-8 lg:grid-cols-2">
        {map && <CityMap map={map} className="cities-map max-w-[36rem] self-start lg:sticky lg:top-24" />}
        <div className="grid content-start gap-8 sm:grid-cols-2">
          {regions.map(({ region, cities }) => (
            <section key={region.slug} aria-label={region.name} className="border-t border-line pt-4">
              <h2 className="text-body font-semibold">{region.name}</h2>
              <ul className="mt-2">
                {cities.map(({ slug, name, profiles }) => (
                  <li key={slug}>
                    <AppLink
                      to={cityPath(slug)}
                      className="inline-flex min-h-11 min-w-11 items-center lg:min-h-8 gap-1.5 rounded-badge text-ui decoration-line2 underline-offset-4 hover:underline"
                    >
                      {name} <ProfileCount count={profiles} />
                    </AppLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}
