import { thumbHashToAverageRGBA } from "thumbhash"
import { read } from "~/db/client.server"
import { AppError } from "~/lib/errors"
import { selectCategories, selectCities } from "../catalog/queries.server"
import type { Ctx } from "../context"
import { decodeCursor, encodeCursor } from "./cursor"
import { maySeeDashboard } from "./policy"
import * as queries from "./queries.server"
import type {
  Alternatives,
  Dashboard,
  HomePage,
  Listing,
  ListingQuery,
  OfferedService,
  ProfileCard,
  PublicProfile,
  ServiceGroup,
} from "./schema"

/** Divisible by 2, 3 and 4: the last row of a full page is full at every width. */
export const pageSize = 24
const homeCards = 8
const homeFeatured = 3
const headPhotos = 8
const nearbyCards = 4
const dashboardRows = 8
const countedTo = 1_000
/** A profile is new for a week, in ms. */
const newFor = 7 * 24 * 60 * 60 * 1_000

/** The home page: one round trip. */
export async function getHomePage(ctx: Ctx): Promise<HomePage> {
  const { db, locale } = ctx
  const [featured, newest, count, categories, cities] = await read(
    db,
    queries.selectFeatured(locale, homeFeatured),
    queries.selectListing(locale, { city: null, category: null }, { limit: homeCards }),
    queries.selectListingCount({ city: null, category: null }),
    selectCategories(locale, null),
    selectCities(locale, null),
  )
  return {
    featured: featured.map((row) => toCard(ctx, row)),
    newest: newest.map((row) => toCard(ctx, row)),
    total: count[0]?.profiles ?? 0,
    categories,
    cities: cities.filter((city) => city.profiles > 0),
  }
}

/**
 * A page of the listing, newest first: one round trip, and a second one when it holds nobody. Throws `filter.unknown` for a city or
 * category that is not ours, and `cursor.invalid`.
 */
export async function findProfiles(ctx: Ctx, query: ListingQuery): Promise<Listing> {
  const { db, locale } = ctx
  const page = {
    limit: pageSize + 1,
    older: query.before ? decodeCursor(query.before) : undefined,
    newer: query.after && !query.before ? decodeCursor(query.after) : undefined,
  }
  const [rows, count, categories, cities] = await read(
    db,
    queries.selectListing(locale, query, page),
    queries.selectListingCount(query),
    selectCategories(locale, query.city),
    selectCities(locale, query.category),
  )
  const city = cities.find(({ slug }) => slug === query.city) ?? null
  const category = categories.find(({ slug }) => slug === query.category) ?? null
  if ((query.city && !city) || (query.category && !category)) throw new AppError("filter.unknown")

  const hasMore = rows.length > pageSize
  const shown = rows.slice(0, pageSize)
  if (page.newer) shown.reverse()
  const cursorOf = (row: queries.CardRow | undefined) =>
    row ? encodeCursor({ publishedAt: row.published_at, profileId: row.id }) : null
  const hasPrevious = page.newer ? hasMore : page.older !== undefined
  const hasNext = page.newer ? true : hasMore
  return {
    profiles: shown.map((row) => toCard(ctx, row)),
    total: count[0]?.profiles ?? 0,
    city,
    category,
    cities,
    categories,
    previous_cursor: hasPrevious ? cursorOf(shown[0]) : null,
    next_cursor: hasNext ? cursorOf(shown.at(-1)) : null,
    alternatives: shown.length > 0 ? null : await findAlternatives(ctx, query),
  }
}

/** What an empty list offers instead: the city's newest, else the category's, else anyone's. */
async function findAlternatives(ctx: Ctx, { city, category }: queries.ListingFilter): Promise<Alternatives> {
  const { db, locale } = ctx
  const page = { limit: nearbyCards }
  const [inCity, inCategory, anywhere, cityCount, categoryCount] = await read(
    db,
    queries.selectListing(locale, { city, category: null }, page),
    queries.selectListing(locale, { city: null, category }, page),
    queries.selectListing(locale, { city: null, category: null }, page),
    queries.selectListingCount({ city, category: null }),
    queries.selectListingCount({ city: null, category }),
  )
  const rows = [inCity, inCategory, anywhere].find((found) => found.length > 0) ?? []
  return {
    in_city: cityCount[0]?.profiles ?? 0,
    in_category: categoryCount[0]?.profiles ?? 0,
    profiles: rows.map((row) => toCard(ctx, row)),
  }
}

/** A published profile, all of its main section: one round trip. `moved` when its slug has changed; null when there is none. */
export async function getPublicProfile(ctx: Ctx, slug: string): Promise<PublicProfile | { moved: string } | null> {
  const { db, locale } = ctx
  const [rows, redirects, photos, services, nearby, count] = await read(
    db,
    queries.selectPublished(locale, slug),
    queries.selectRedirect(slug),
    queries.selectPublicPhotos(slug, headPhotos),
    queries.selectServices(locale, slug),
    queries.selectNearby(locale, slug, nearbyCards),
    queries.selectCityCount(slug),
  )
  const row = rows[0]
  if (!row) return redirects[0] ? { moved: redirects[0].slug } : null
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    headline: row.headline,
    quote: row.quote,
    about: row.about,
    city: { slug: row.city_slug, name: row.city },
    category: { slug: row.category_slug, name: row.category },
    hourly_rate: row.hourly_rate,
    minimum_hours: row.minimum_hours,
    languages: row.languages.split(","),
    verified_at: row.verified_at,
    member_since: row.created_at,
    updated_at: row.updated_at,
    photo_count: row.photo_count,
    private_photo_count: row.private_photo_count,
    video_count: row.video_count,
    photos: photos.map(({ thumbhash, ...photo }) => ({ ...photo, color: averageColor(thumbhash) })),
    services: groupServices(services),
    nearby: nearby.map((other) => toCard(ctx, other)),
    nearby_total: count[0]?.profiles ?? 0,
  }
}

/** The back office at a glance, for staff: one round trip. Throws `request.not_found` for anyone else. */
export async function getDashboard(ctx: Ctx): Promise<Dashboard> {
  if (!maySeeDashboard(ctx.actor)) throw new AppError("request.not_found")
  const { db, locale } = ctx
  const now = ctx.now()
  const all = { city: null, category: null }
  const [total, counts, waiting, categories, cities, newest] = await read(
    db,
    queries.selectListingCount(all),
    queries.countForDashboard(now - newFor, countedTo),
    queries.selectWaiting(locale, dashboardRows),
    selectCategories(locale, null),
    selectCities(locale, null),
    queries.selectListing(locale, all, { limit: dashboardRows }),
  )
  return {
    now,
    published: total[0]?.profiles ?? 0,
    counted_to: countedTo,
    waiting_count: counts[0]?.waiting ?? 0,
    waiting,
    new_this_week: counts[0]?.fresh ?? 0,
    categories: categories.map(({ slug, name, profiles }) => ({ slug, name, profiles })),
    cities: cities.filter(({ profiles }) => profiles > 0),
    newest: newest.map(({ id, slug, name, city, category, hourly_rate, published_at, verified_at }) => {
      return { id, slug, name, city, category, hourly_rate, published_at, verified_at }
    }),
  }
}

function toCard(ctx: Ctx, row: queries.CardRow): ProfileCard {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    headline: row.headline,
    city: row.city,
    category: row.category,
    hourly_rate: row.hourly_rate,
    languages: row.languages.split(","),
    is_verified: row.verified_at !== null,
    is_new: ctx.now() - row.published_at < newFor,
    private_photo_count: row.private_photo_count,
    cover: row.cover_media_id ? { id: row.cover_media_id, color: row.cover_color ?? "#a8a29e" } : null,
  }
}

function groupServices(rows: (OfferedService & { category: string })[]): ServiceGroup[] {
  const groups = new Map<string, OfferedService[]>()
  for (const { category, ...service } of rows) groups.set(category, [...(groups.get(category) ?? []), service])
  return [...groups].map(([category, services]) => ({ category, services }))
}

/** `#rrggbb` of a thumbhash (base64). */
function averageColor(thumbhash: string): string {
  const { r, g, b } = thumbHashToAverageRGBA(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)))
  return `#${[r, g, b]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`
}
