import { cardScope } from "~/db/content-scopes"
import { trustedJson } from "~/db/statements/json"
import type { Ctx } from "../core/context"
import { shownText } from "./content/shown-language-queries.server"
import type { CardRow } from "./queries.server"
import type { ProfileCard } from "./schema"

/** How long a profile counts as new, in ms. */
const newFor = 7 * 24 * 60 * 60 * 1_000

/** Names of the cities and categories of cards. */
export interface Names {
  cities: { id: string; name: string }[]
  categories: { id: string; name: string }[]
  /** The occasion that the list asks for: every card names it, whatever its profile's main one. */
  occasion?: string | undefined
}

/** Converts a row to a card; `city` names the city if the catalog was not loaded. */
export function toCard(
  ctx: Pick<Ctx, "locale" | "now" | "shows">,
  row: CardRow,
  names: Names,
  city?: string,
): ProfileCard {
  const card = trustedJson(row.card)
  const tour = row.tour ? trustedJson(row.tour) : null
  ctx.shows?.(cardScope(card.id))
  const nameOf = (list: Names["cities"], id: string) => list.find((one) => one.id === id)?.name ?? ""
  return {
    id: card.id,
    slug: card.slug,
    name: card.name,
    headline: shownText(card.headline, ctx.locale)?.text ?? "",
    city: city ?? nameOf(names.cities, tour?.city_id ?? card.city_id),
    category: names.occasion ?? nameOf(names.categories, row.occasion_id ?? card.category_id),
    hourly_rate: card.hourly_rate,
    languages: card.languages.split(","),
    is_verified: card.verified_at !== null,
    is_new: ctx.now() - card.published_at < newFor,
    is_favorite: row.is_favorite === 1,
    is_available: card.available_until !== null && card.available_until > ctx.now(),
    private_photo_count: card.private_photo_count,
    cover: card.cover_media_id ? { id: card.cover_media_id, color: card.cover_color ?? "#a8a29e" } : null,
    pictures: card.cover_media_id ? [card.cover_media_id, ...card.more_media_ids.split(",").filter(Boolean)] : [],
    on_tour_until: tour?.last_day ?? null,
  }
}
