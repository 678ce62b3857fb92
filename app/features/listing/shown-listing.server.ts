import type { Ctx } from "~/domain/core/context"
import { addDays, dayOf } from "~/domain/core/shared/site-days"
import { lastCalendarDay, weekDayOf } from "~/domain/profiles/calendar/days"
import { valuesOf } from "~/domain/profiles/listing/filter-values"
import type { Listing } from "~/domain/profiles/schema"
import { formatDay } from "~/i18n/days"
import { formatLanguage } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { toShownCards } from "../profiles/cards/shown-card.server"
import { type FacetGroup, firstFacets, type ShownListing } from "./shown-listing"

/** Returns what a page of the listing shows: of each filter the first choices, unless `whole` names it. */
export function toShownListing(
  listing: Listing,
  ctx: Pick<Ctx, "locale" | "settings" | "now">,
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
    days: listedDays(ctx),
    more,
  }
}

/** Returns the days of calendars, and by name today, tomorrow and those of the next weekend. */
function listedDays({ locale, now }: Pick<Ctx, "locale" | "now">): ShownListing["days"] {
  const t = translator(locale, "listing")
  const today = dayOf(now())
  const tomorrow = addDays(today, 1)
  const weekend = [2, 3, 4, 5, 6].map((days) => addDays(today, days)).filter((day) => /^s/.test(weekDayOf(day)))
  return {
    first: today,
    last: lastCalendarDay(today),
    soon: [
      { day: today, name: t("filters.today") },
      { day: tomorrow, name: t("filters.tomorrow") },
      ...weekend.map((day) => ({ day, name: formatDay(day, locale, "day_of_week") })),
    ],
  }
}
