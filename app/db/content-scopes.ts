/**
 * Scopes: the parts of public content by which cached pages are dropped. A cached page has the scopes of what it shows
 * (`shows` in app/domain/core/context.ts); triggers store the latest change of each scope (app/db/epoch.ts).
 */

/** The scope of every page: names of cities, categories and services; also raised to drop everything. */
export const siteScope = "site"
/** Pages of text and the questions. */
export const textsScope = "texts"
/** Plans and prices for sale. */
export const plansScope = "plans"
/** The page of transparency. */
export const transparencyScope = "transparency"
/** All that a profile's own pages show. */
export const profileScope = (id: string) => `profile:${id}`
/** The facts that a profile's card shows, wherever it stands. */
export const cardScope = (id: string) => `card:${id}`
/** Which profiles a city or a category lists, and since when; by default the whole listing. */
export const listScope = (id = "") => `list:${id}`
/** The facts that the filters and the order by price find among a city's profiles; by default among all. */
export const filterScope = (cityId = "") => `filter:${cityId}`

/** The columns of a card, in the order of its JSON; `headline` is JSON itself. */
export const cardColumns = [
  "slug",
  "name",
  "city_id",
  "category_id",
  "hourly_rate",
  "languages",
  "verified_at",
  "published_at",
  "available_until",
  "private_photo_count",
  "cover_media_id",
  "cover_color",
  "more_media_ids",
]
