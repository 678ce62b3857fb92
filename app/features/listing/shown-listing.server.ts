import type { Ctx } from "~/domain/core/context"
import { valuesOf } from "~/domain/profiles/listing/filter-values"
import type { Listing } from "~/domain/profiles/schema"
import { formatLanguage } from "~/i18n/format"
import { toShownCards } from "../profiles/cards/shown-card.server"
import { type FacetGroup, firstFacets, type ShownListing } from "./shown-listing"

/** Returns what a page of the listing shows: of each filter the first choices, unless `whole` names it. */
export function toShownListing(
  listing: Listing,
  ctx: Pick<Ctx, "locale" | "settings">,
  whole?: FacetGroup,
): ShownListing {
  const { address, alternatives } = listing
  const more: ShownListing["more"] = {}
  const first = (group: FacetGroup, chosen: string | undefined, facets = listing[group]) => {
    if (group === whole) return facets
    const shown = facets.filter(({ slug }, index) => index < firstFacets || valuesOf(chosen).includes(slug))
    if (shown.length < facets.length) more[group] = facets.length - shown.length
    return shown
  }
  const cities = listing.cities.toSorted((a, b) => (b.profiles ?? 0) - (a.profiles ?? 0))
  return {
    ...listing,
    profiles: toShownCards(listing.profiles, ctx),
    alternatives: alternatives && { ...alternatives, profiles: toShownCards(alternatives.profiles, ctx) },
    categories: first("categories", address.category),
    cities: first("cities", address.city, cities),
    regions: first("regions", address.region),
    services: first("services", address.service),
    languages: first("languages", address.language).map((language) => ({
      ...language,
      name: formatLanguage(language.slug, ctx.locale),
    })),
    more,
  }
}
