import { type SQL, sql } from "drizzle-orm"
import type { Locale } from "~/i18n/locales"
import { categoryIdOf, cityIdOf } from "../catalog/queries.server"
import type { Place } from "./cursor"

export interface CardRow {
  id: string
  slug: string
  name: string
  headline: string
  city: string
  category: string
  hourly_rate: number
  languages: string
  verified_at: number | null
  published_at: number
  private_photo_count: number
  cover_media_id: string | null
  cover_color: string | null
}

/** The columns of a card, from a profile `p`: two primary-key look-ups beside the profile's own row for each text. */
const card = (locale: Locale) => sql`
  p.id, p.slug, p.name, t.headline, city.name AS city, category.name AS category, p.hourly_rate, p.languages, p.verified_at,
  p.published_at, p.private_photo_count, p.cover_media_id, p.cover_color
  FROM profiles AS p
  JOIN profile_texts AS t ON t.profile_id = p.id AND t.locale = ${locale}
  JOIN city_texts AS city ON city.city_id = p.city_id AND city.locale = ${locale}
  JOIN service_category_texts AS category ON category.category_id = p.category_id AND category.locale = ${locale}`

export interface ListingFilter {
  city: string | null
  category: string | null
}

/**
 * Cards of the listing in a keyset order: `older` than a place newest first, or `newer` oldest first. The places come off a covering
 * index before anything is joined, so what is read grows with the page, not with the table.
 */
export function selectListing(
  locale: Locale,
  { city, category }: ListingFilter,
  page: { limit: number; older?: Place; newer?: Place },
) {
  const where: SQL[] = [category ? sql`l.category_id = ${categoryIdOf(category)}` : sql`l.category_id = ''`]
  if (city) where.push(sql`l.city_id = ${cityIdOf(city)}`)
  if (page.older) where.push(sql`(l.published_at, l.profile_id) < (${page.older.publishedAt}, ${page.older.profileId})`)
  if (page.newer) where.push(sql`(l.published_at, l.profile_id) > (${page.newer.publishedAt}, ${page.newer.profileId})`)
  const order = page.newer ? sql`ASC` : sql`DESC`
  return sql<CardRow>`
    WITH places AS (
      SELECT l.profile_id, l.published_at FROM listing_entries AS l WHERE ${sql.join(where, sql` AND `)}
      ORDER BY l.published_at ${order}, l.profile_id ${order} LIMIT ${page.limit}
    )
    SELECT ${card(locale)} JOIN places ON places.profile_id = p.id
    ORDER BY places.published_at ${order}, places.profile_id ${order}`
}

export function selectFeatured(locale: Locale, limit: number) {
  return sql<CardRow>`
    SELECT ${card(locale)} WHERE p.state = 'published' AND p.featured_rank IS NOT NULL ORDER BY p.featured_rank LIMIT ${limit}`
}

/** How many profiles a filter lists: one row, kept by triggers. */
export function selectListingCount({ city, category }: ListingFilter) {
  return sql<{ profiles: number }>`
    SELECT profiles FROM listing_counts
    WHERE category_id = ${category ? categoryIdOf(category) : sql`''`} AND city_id = ${city ? cityIdOf(city) : sql`''`}`
}

export interface ProfileRow extends CardRow {
  quote: string
  about: string
  city_slug: string
  category_slug: string
  minimum_hours: number
  created_at: number
  updated_at: number
  photo_count: number
  video_count: number
}

const published = (slug: string) => sql`(SELECT id FROM profiles WHERE slug = ${slug} AND state = 'published')`

export function selectPublished(locale: Locale, slug: string) {
  return sql<ProfileRow>`
    SELECT t.quote, t.about, c.slug AS city_slug, k.slug AS category_slug, p.minimum_hours, p.created_at, p.updated_at, p.photo_count,
      p.video_count, ${card(locale)}
    JOIN cities AS c ON c.id = p.city_id
    JOIN service_categories AS k ON k.id = p.category_id
    WHERE p.slug = ${slug} AND p.state = 'published'`
}

/** Where a renamed profile is now, if it is public. */
export function selectRedirect(slug: string) {
  return sql<{ slug: string }>`
    SELECT p.slug FROM slug_redirects AS r JOIN profiles AS p ON p.id = r.profile_id
    WHERE r.slug = ${slug} AND p.state = 'published'`
}

export function selectPublicPhotos(slug: string, limit: number) {
  return sql<{ id: string; width: number; height: number; thumbhash: string }>`
    SELECT id, width, height, thumbhash FROM media
    WHERE profile_id = ${published(slug)} AND kind = 'photo' AND visibility = 'public' AND state = 'approved'
    ORDER BY position LIMIT ${limit}`
}

export function selectServices(locale: Locale, slug: string) {
  return sql<{ category: string; name: string; note: string | null; price: number | null; duration: number | null }>`
    SELECT k.name AS category, t.name, n.note, o.price, o.duration
    FROM profile_services AS o
    JOIN services AS s ON s.id = o.service_id
    JOIN service_categories AS c ON c.id = s.category_id
    JOIN service_category_texts AS k ON k.category_id = s.category_id AND k.locale = ${locale}
    JOIN service_texts AS t ON t.service_id = s.id AND t.locale = ${locale}
    LEFT JOIN profile_service_texts AS n ON n.profile_id = o.profile_id AND n.service_id = o.service_id AND n.locale = ${locale}
    WHERE o.profile_id = ${published(slug)}
    ORDER BY c.position, s.position`
}

/** The newest in the city of the profile with this slug. */
export function selectNearby(locale: Locale, slug: string, limit: number) {
  return sql<CardRow>`
    WITH places AS (
      SELECT l.profile_id, l.published_at FROM listing_entries AS l
      WHERE l.category_id = '' AND l.city_id = (SELECT city_id FROM profiles WHERE slug = ${slug} AND state = 'published')
        AND l.profile_id <> ${published(slug)}
      ORDER BY l.published_at DESC, l.profile_id DESC LIMIT ${limit}
    )
    SELECT ${card(locale)} JOIN places ON places.profile_id = p.id ORDER BY places.published_at DESC, places.profile_id DESC`
}

export function selectCityCount(slug: string) {
  return sql<{ profiles: number }>`
    SELECT profiles FROM listing_counts
    WHERE category_id = '' AND city_id = (SELECT city_id FROM profiles WHERE slug = ${slug} AND state = 'published')`
}

/**
 * Profiles that wait for a decision: two ranges of the index, never more than `limit` rows. The index is named because the planner,
 * seeing nearly every profile in one state, would rather scan the table.
 */
export function selectWaiting(locale: Locale, limit: number) {
  return sql<{ id: string; name: string; city: string; state: "submitted" | "in_review"; updated_at: number }>`
    WITH waiting AS (
      SELECT id, name, city_id, state, updated_at FROM profiles INDEXED BY profiles_featured
      WHERE state IN ('submitted', 'in_review') LIMIT ${limit}
    )
    SELECT waiting.id, waiting.name, city.name AS city, waiting.state, waiting.updated_at
    FROM waiting JOIN city_texts AS city ON city.city_id = waiting.city_id AND city.locale = ${locale}`
}

/** How many wait, and how many were published since (epoch ms); each stops counting at `limit`. */
export function countForDashboard(since: number, limit: number) {
  return sql<{ waiting: number; fresh: number }>`
    SELECT
      (SELECT count(*) FROM (SELECT 1 FROM profiles WHERE state IN ('submitted', 'in_review') LIMIT ${limit})) AS waiting,
      (SELECT count(*) FROM (
        SELECT 1 FROM listing_entries WHERE category_id = '' AND published_at > ${since} LIMIT ${limit}
      )) AS fresh`
}
