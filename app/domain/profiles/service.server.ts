import { read } from "~/db/client.server"
import { filterScope, listScope } from "~/db/content-scopes"
import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { type Reader, readerOf } from "../chat/hiding/reader.server"
import type { Ctx } from "../core/context"
import { bindCursor, unbindCursor } from "../core/shared/cursor-scope"
import { dayOf } from "../core/shared/site-days"
import { type Names, toCard } from "./cards.server"
import {
  selectCategories,
  selectCities,
  selectFacetCounts,
  selectListingCount,
  selectServices,
} from "./catalog/queries.server"
import { decodeCursor, encodeCursor } from "./cursor"
import { withoutHidden } from "./hidden"
import { canonicalQuery } from "./listing/canonical-query"
import { availableFacets, countMatches, exactTotal, isStored, selectedFacets } from "./listing/facets"
import type { DatedFilter } from "./listing/match-queries.server"
import { filterNames, maxCounted, pageSize } from "./listing-parameters"
import { listScopes } from "./listing-scopes"
import { maySeeDashboard } from "./policy"
import * as queries from "./queries.server"
import { selectSearchOf } from "./saved-searches/queries.server"
import { searchKey } from "./saved-searches/search-key"
import type { Alternatives, Dashboard, HomePage, Listing, ListingQuery } from "./schema"

const homeCards = 8
const homeFeatured = 3
/** Divisible by 2, 3 and 6: their last row is full at every width. */
const homeCities = 24
const nearbyCards = 4
/** Alternatives shown for an empty list, and the limit of their counts. */
const shownAlternatives = 3
const alternativesCountedTo = 100
const dashboardRows = 8

/** Returns the home page: one round trip. */
export async function getHomePage(ctx: Ctx): Promise<HomePage> {
  const { db, locale } = ctx
  const reader = await readerOf(ctx)
  const { country } = reader
  ctx.shows?.(listScope())
  const [featured, newest, count, allCategories, allCities, ...[hidden = []]] = await read(
    db,
    queries.selectFeatured(reader, homeFeatured),
    queries.selectListing(reader, locale, { today: dayOf(ctx.now()) }, { limit: homeCards }),
    selectListingCount(country, {}),
    selectCategories(locale, country),
    selectCities(locale, country),
    ...queries.selectHidden(reader),
  )
  const counted = { cities: allCities, categories: allCategories, counts: [], total: count[0]?.profiles ?? 0 }
  const { cities, categories, total } = withoutHidden(hidden, {}, counted)
  const names = { cities, categories }
  const listed = cities.filter((city) => city.profiles > 0).map(({ id, region, region_slug, ...city }) => city)
  return {
    featured: featured.map((row) => toCard(ctx, row, names)),
    newest: newest.map((row) => toCard(ctx, row, names)),
    total,
    categories: categories.map(({ id, ...category }) => category),
    cities: listed.map(({ slug, name, profiles }) => ({ slug, name, profiles })),
    largestCities: listed.sort((a, b) => b.profiles - a.profiles).slice(0, homeCities),
  }
}

/**
 * Returns a page of the listing: one round trip, and a second one if it is empty. Throws `filter.unknown` for an
 * unknown city, region, category or service, or a day that no calendar has, and `cursor.invalid`.
 */
export async function findProfiles(ctx: Ctx, given: ListingQuery): Promise<Listing> {
  const { db, locale } = ctx
  const reader = await readerOf(ctx)
  const { country } = reader
  const { cursor, ...address } = canonicalQuery(given)
  const { show = pageSize, sort = "newest", ...filter } = address
  const today = dayOf(ctx.now())
  const dated = { ...filter, today }
  const scope = { ...filter, sort: sort === "newest" ? undefined : sort }
  const from = cursor === undefined ? undefined : decodeCursor(unbindCursor(cursor, scope), sort)
  const isBack = from?.isBack ?? false
  const isOfPlace = isStored(filter) && Boolean(filter.city ?? filter.region)
  const [rows, count, categories, cities, services, counts, [matched], touring, [saved], ...[hidden = []]] = await read(
    db,
    queries.selectListing(reader, locale, dated, { limit: show + 1, sort, from }),
    selectListingCount(country, filter),
    selectCategories(locale, country, filter),
    selectCities(locale, country, filter.category),
    selectServices(locale),
    selectFacetCounts(country, filter),
    queries.selectMatches(reader, locale, dated, isStored(filter) ? 0 : maxCounted + 1),
    queries.selectTouring(reader, locale, dated, isOfPlace ? maxCounted + 1 : 0),
    selectSearchOf(reader.userId, searchKey(filter, locale)),
    ...queries.selectHidden(reader),
  )
  const counted = withoutHidden(hidden, filter, { cities, categories, counts, total: count[0]?.profiles ?? 0 })
  const catalog = { ...counted, services }
  const matches = countMatches(matched ? trustedJson(matched.matches) : [], cities)
  const chosen = selectedFacets(dated, catalog)
  ctx.shows?.(...listScopes({ ...filter, sort }, catalog))
  const hasMore = rows.length > show
  const shown = rows.slice(0, show)
  if (isBack) shown.reverse()
  const [first, last] = [shown.at(0), shown.at(-1)]
  const hasPrevious = isBack ? hasMore : from !== undefined
  const hasNext = isBack || hasMore
  const isWhole = !hasPrevious && !hasNext
  // Alternatives are of the whole listing.
  if (shown.length === 0) ctx.shows?.(listScope(), filterScope())
  const cursorAt = ({ place, card, is_other }: queries.CardRow, goesBack: boolean) =>
    bindCursor(
      encodeCursor({ place, id: trustedJson(card).id, isOther: is_other === 1, isBack: goesBack }, sort),
      scope,
    )
  return {
    profiles: shown.map((row) =>
      toCard(ctx, row, { ...catalog, occasion: chosen.category.length === 1 ? chosen.category[0]?.name : undefined }),
    ),
    total: isWhole
      ? shown.length
      : exactTotal(filter, { inPlace: counted.total, touring: touring[0]?.profiles ?? 0 }, catalog, matches),
    address,
    chosen,
    ...availableFacets(filter, catalog, matches),
    saved_search_id: saved?.id ?? null,
    start: isBack ? undefined : (cursor ?? null),
    previous_cursor: hasPrevious && first ? cursorAt(first, true) : null,
    next_cursor: hasNext && last ? cursorAt(last, false) : null,
    alternatives: shown.length > 0 ? null : await findAlternatives(ctx, reader, dated, catalog),
  }
}

/**
 * Returns alternatives to an empty list: how many profiles there are without each filter in use, and cards of the best
 * of those. If no single filter is the cause, cards of the newest profiles.
 */
async function findAlternatives(ctx: Ctx, reader: Reader, filter: DatedFilter, names: Names): Promise<Alternatives> {
  const { db, locale } = ctx
  const used = filterNames.filter((name) => filter[name] !== undefined)
  const without = used.map((name) => ({ ...filter, [name]: undefined }))
  const [everyone, ...found] = await read(
    db,
    queries.selectListing(reader, locale, { today: filter.today }, { limit: nearbyCards }),
    ...without.flatMap((relaxed) => [
      queries.selectListing(reader, locale, relaxed, { limit: nearbyCards }),
      queries.countUpTo(reader, locale, relaxed, alternativesCountedTo),
    ]),
  )
  const ways = used.map((name, at) => {
    const profiles = (found[2 * at + 1] as { profiles: number }[])[0]?.profiles ?? 0
    const cards = found[2 * at] as queries.CardRow[]
    return { filter: name, profiles, more: profiles === alternativesCountedTo, cards }
  })
  const best = ways.filter(({ profiles }) => profiles > 0).sort((a, b) => b.profiles - a.profiles)
  const rows = best[0]?.cards ?? (everyone as queries.CardRow[])
  return {
    without: best.slice(0, shownAlternatives).map(({ cards, ...way }) => way),
    profiles: rows.map((row) => toCard(ctx, row, names)),
  }
}

/** Returns the back office's overview of what is published, for staff: one round trip. Throws `request.not_found` for anyone else. */
export async function getDashboard(ctx: Ctx): Promise<Dashboard> {
  if (!maySeeDashboard(ctx.actor)) throw new AppError("request.not_found")
  const { db, locale } = ctx
  const now = ctx.now()
  const reader = await readerOf(ctx)
  const [categories, cities, newest] = await read(
    db,
    selectCategories(locale, reader.country),
    selectCities(locale, reader.country),
    queries.selectListing(reader, locale, { today: dayOf(now) }, { limit: dashboardRows }),
  )
  return {
    now,
    categories: categories.map(({ slug, name, profiles }) => ({ slug, name, profiles })),
    cities: cities.filter(({ profiles }) => profiles > 0).map(({ slug, name, profiles }) => ({ slug, name, profiles })),
    newest: newest.map((row) => {
      const { published_at, verified_at } = trustedJson(row.card)
      const { id, slug, name, city, category, hourly_rate } = toCard(ctx, row, { cities, categories })
      return { id, slug, name, city, category, hourly_rate, published_at, verified_at }
    }),
  }
}
