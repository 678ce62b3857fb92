import { type Database, read } from "~/db/client.server"
import { listScope } from "~/db/content-scopes"
import { readerOf } from "../../chat/hiding/reader.server"
import type { Ctx } from "../../core/context"
import { selectCities } from "../catalog/queries.server"
import type { PlacedCity } from "../catalog/schema"
import { withoutHidden } from "../hidden"
import { selectHidden } from "../queries.server"
import { findProfiles } from "../service.server"
import { selectAbout, selectListedPlaces, selectOccasion } from "./queries.server"
import type { CitiesOfRegion, CityPage } from "./schema"

/** Maximum number of other cities that a city's page names. */
const shownNearby = 6
/** Maximum number of addresses of cities in the sitemap; the protocol allows 50,000. */
const sitemapPlaces = 5_000

/**
 * Returns the page of a city, or of an occasion in it: one round trip beside the listing's own. Throws `filter.unknown`
 * for an unknown city or occasion.
 */
export async function getCityPage(ctx: Ctx, slug: string, occasion?: string): Promise<CityPage> {
  const [listing, { cities, about }] = await Promise.all([
    findProfiles(ctx, { city: slug, category: occasion }),
    findCities(ctx, occasion, slug),
  ])
  const here = cities.find((city) => city.slug === slug)
  const isOfRegion = ({ region_slug }: { region_slug: string }) =>
    region_slug !== "" && region_slug === here?.region_slug
  const nearby = cities
    .filter((city) => city !== here && city.profiles > 0)
    .sort((a, b) => Number(isOfRegion(b)) - Number(isOfRegion(a)) || b.profiles - a.profiles)
  const occasions = listing.categories.map(({ slug, name, profiles }) => ({ slug, name, profiles: profiles ?? 0 }))
  return {
    city: { slug, name: here?.name ?? slug },
    about,
    occasion: occasions.find((one) => one.slug === occasion) ?? null,
    listing,
    occasions: occasions.filter(({ slug, profiles }) => profiles > 0 || slug === occasion),
    nearby: nearby.slice(0, shownNearby).map(toPlaced),
    around: (here ? [here, ...nearby] : nearby).map(toPlaced),
  }
}

/** Returns the cities that have profiles, by region, in order: one round trip. */
export async function findCitiesByRegion(ctx: Ctx): Promise<CitiesOfRegion[]> {
  ctx.shows?.(listScope())
  const { cities } = await findCities(ctx)
  const regions = new Map<string, CitiesOfRegion>()
  for (const { region, region_slug, ...city } of cities) {
    if (city.profiles === 0) continue
    const group = regions.get(region_slug) ?? { region: { slug: region_slug, name: region }, cities: [] }
    group.cities.push(toPlaced(city))
    regions.set(region_slug, group)
  }
  return [...regions.values()]
}

const toPlaced = ({ slug, name, profiles, latitude, longitude }: PlacedCity): PlacedCity => ({
  slug,
  name,
  profiles,
  latitude,
  longitude,
})

/** Returns the paths, below `/escorts/in`, of the cities and their occasions that search engines may index. */
export async function findListedPlaces(db: Database): Promise<string[]> {
  const [places] = await read(db, selectListedPlaces(sitemapPlaces))
  return places.map(({ city, category }) => (category ? `${city}/${category}` : city))
}

/** Returns every city with its number of profiles (of an occasion) for this reader, and the lines about one of them. */
async function findCities(ctx: Ctx, category?: string, slug?: string) {
  const reader = await readerOf(ctx)
  const [all, texts, categories, ...[hidden = []]] = await read(
    ctx.db,
    selectCities(ctx.locale, reader.country, category),
    selectAbout(ctx.locale, slug ?? ""),
    selectOccasion(category ?? ""),
    ...selectHidden(reader),
  )
  const { cities } = withoutHidden(hidden, { category }, { cities: all, categories, counts: [], total: 0 })
  return { cities, about: texts[0]?.about ?? "" }
}
