import { redirect } from "@remix-run/cloudflare"
import { renamedParameters } from "~/domain/profiles/catalog/service.server"
import type { CityPage } from "~/domain/profiles/cities/schema"
import { getCityPage } from "~/domain/profiles/cities/service.server"
import { formatNumber } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { isAppError } from "~/lib/errors"
import { notValid, type PageArgs } from "~/remix/page.server"
import { aboutPage } from "../../shell/page-head.server"
import { inCity } from "../cards/in-city"
import { toShownCards } from "../cards/shown-card.server"
import { citiesPath, cityPath } from "./city-path"
import { mapAround, toTiles } from "./map/city-map.server"
import type { ShownCity } from "./shown-city"

type CityArgs = Pick<PageArgs, "ctx" | "context" | "params" | "request">

/**
 * Loads the page of a city, or of an occasion in it. Throws `page.not_valid` for an unknown one, and a redirect to the
 * present address of a renamed one.
 */
export async function loadCityPage(args: CityArgs) {
  const { ctx, context } = args
  const page = await findCityPage(args)
  const { city, occasion, about, listing } = page
  const [t, listed] = [translator(ctx.locale, "cities"), translator(ctx.locale, "listing")]
  const place = inCity(listed, city.name)
  const title = occasion ? listed("title.both", { category: occasion.name, place }) : t("title", { place })
  const count = listing.total ?? listing.profiles.length
  const description = about || t("description", { count, number: formatNumber(count, ctx.locale), place })
  const crumbs = [
    { label: t("all.title"), to: citiesPath },
    { label: city.name, to: cityPath(city.slug) },
    ...(occasion ? [{ label: occasion.name, to: cityPath(city.slug, occasion.slug) }] : []),
  ]
  const itemListElement = crumbs.map(({ label, to }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: label,
    item: ctx.site.origin(ctx.locale) + to,
  }))
  const thing = { "@type": "CollectionPage", name: title, breadcrumb: { "@type": "BreadcrumbList", itemListElement } }
  return { page: toShownCity(page, ctx), title, crumbs, about: aboutPage(ctx, context.app, { description, thing }) }
}

const slugShape = /^[a-z0-9-]{1,80}$/

async function findCityPage({ ctx, params, request }: CityArgs): Promise<CityPage> {
  const { city = "", occasion } = params
  if (![city, occasion ?? city].every((slug) => slugShape.test(slug))) throw notValid(request)
  try {
    return await getCityPage(ctx, city, occasion)
  } catch (error) {
    if (!isAppError(error) || error.code !== "filter.unknown") throw error
    const asked = new URLSearchParams({ city, ...(occasion !== undefined && { category: occasion }) })
    const renamed = await renamedParameters(ctx, asked)
    if (!renamed) throw notValid(request)
    throw redirect(cityPath(renamed.get("city") ?? city, renamed.get("category") ?? undefined), 301)
  }
}

function toShownCity({ listing, nearby, around, ...page }: CityPage, ctx: PageArgs["ctx"]): ShownCity {
  const { total, next_cursor, alternatives } = listing
  return {
    ...page,
    profiles: toShownCards(listing.profiles, ctx),
    nearby: toTiles(nearby),
    map: mapAround(page.city.slug, around),
    total,
    next_cursor,
    alternatives: alternatives && {
      without: alternatives.without[0]?.filter ?? null,
      profiles: toShownCards(alternatives.profiles, ctx),
    },
  }
}
