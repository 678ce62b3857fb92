import { sql } from "drizzle-orm"
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { skeletonSql } from "~/db/name-skeleton"
import type { Locale } from "~/i18n/locales"
import { users } from "./accounts"
import { cities, serviceCategories, services } from "./catalog"
import { id, timestamps } from "./columns"

/** The life of a profile (trust-safety R6). Only `published` is public; `banned` was, when its owner was banned. */
export const profileStates = [
  "draft",
  "submitted",
  "in_review",
  "changes_requested",
  "rejected",
  "approved",
  "published",
  "paused",
  "suspended",
  "banned",
  "withdrawn",
] as const

export const profiles = sqliteTable(
  "profiles",
  {
    id: id(),
    ownerId: text("owner_id")
      .notNull()
      .unique()
      .references(() => users.id),
    slug: text().notNull().unique(),
    state: text({ enum: profileStates }).notNull(),
    name: text().notNull(),
    cityId: text("city_id")
      .notNull()
      .references(() => cities.id),
    /** The category a card names; the listing finds a profile under every category that it offers a service in. */
    categoryId: text("category_id")
      .notNull()
      .references(() => serviceCategories.id),
    /** Euro cents an hour. */
    hourlyRate: integer("hourly_rate").notNull(),
    minimumHours: integer("minimum_hours").notNull(),
    /** When identity and age were last confirmed. */
    verifiedAt: integer("verified_at"),
    publishedAt: integer("published_at"),
    /** Until when its owner says to be available; null when they do not. Cleared within five minutes of that (sweepAvailability). */
    availableUntil: integer("available_until"),
    /** Place among the featured profiles of the home page, 1 first; null: not featured. Set by editors, never sold. */
    featuredRank: integer("featured_rank"),
    /** What a card shows, copied here from media and profile_languages so that a listing reads one row a card. */
    coverMediaId: text("cover_media_id"),
    coverColor: text("cover_color"),
    /** ISO 639-1 codes in the owner's order, joined by commas. */
    languages: text().notNull(),
    photoCount: integer("photo_count").notNull(),
    privatePhotoCount: integer("private_photo_count").notNull(),
    videoCount: integer("video_count").notNull(),
    /** Optimistic lock: a write names the version it read. */
    version: integer().notNull(),
    ...timestamps,
  },
  (table) => [
    index("profiles_city").on(table.cityId),
    index("profiles_category").on(table.categoryId),
    index("profiles_featured").on(table.state, table.featuredRank),
    index("profiles_available").on(table.availableUntil),
    index("profiles_skeleton").on(sql.raw(skeletonSql("`name`"))),
  ],
)

export const profileTexts = sqliteTable(
  "profile_texts",
  {
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    locale: text().$type<Locale>().notNull(),
    headline: text().notNull(),
    quote: text().notNull(),
    about: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.profileId, table.locale] })],
)

export const profileServices = sqliteTable(
  "profile_services",
  {
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    serviceId: text("service_id")
      .notNull()
      .references(() => services.id),
    /** Euro cents; null: on request. */
    price: integer(),
    /** Minutes; null: as long as agreed. */
    duration: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.profileId, table.serviceId] }),
    index("profile_services_service").on(table.serviceId),
  ],
)

export const profileServiceTexts = sqliteTable(
  "profile_service_texts",
  {
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    serviceId: text("service_id")
      .notNull()
      .references(() => services.id),
    locale: text().$type<Locale>().notNull(),
    note: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.profileId, table.serviceId, table.locale] }),
    index("profile_service_texts_service").on(table.serviceId),
  ],
)

export const profileLanguages = sqliteTable(
  "profile_languages",
  {
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    language: text().notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.profileId, table.language] })],
)

export const slugRedirects = sqliteTable(
  "slug_redirects",
  {
    slug: text().primaryKey(),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("slug_redirects_profile").on(table.profileId)],
)

/** How many profiles each (category, city) lists, `ANY` standing for all of them: read, never counted. Written by triggers alone. */
export const listingCounts = sqliteTable(
  "listing_counts",
  {
    categoryId: text("category_id").notNull(),
    cityId: text("city_id").notNull(),
    profiles: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.categoryId, table.cityId] })],
)

/**
 * A published profile as listings know it: its places in each order, which are the row numbers of the search indexes
 * `search_newest` and `search_price`, what it is counted under, and its card. Written by triggers alone (app/db/triggers.ts), so no path can list what
 * is not published.
 */
export const listedProfiles = sqliteTable("listed_profiles", {
  profileId: text("profile_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  newest: integer().notNull().unique(),
  price: integer().notNull().unique(),
  cityId: text("city_id").notNull(),
  region: text().notNull(),
  /** JSON arrays: ids of categories; facets as in facet_counts. */
  categories: text().notNull(),
  facets: text().notNull(),
  /** JSON: all that a card shows, so that a listing reads this row and no other; see ListedCard in app/domain/profiles. */
  card: text().notNull(),
})

/**
 * How many profiles have a facet, in a place (a city's id, `r-` and a region's slug, or `ANY`) and a category (or `ANY`). A facet is
 * `s` and a service's id, `l` and a language, `verified` or `available`. By triggers too.
 */
export const facetCounts = sqliteTable(
  "facet_counts",
  {
    place: text().notNull(),
    categoryId: text("category_id").notNull(),
    facet: text().notNull(),
    profiles: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.place, table.categoryId, table.facet] })],
)

/** Names of the catalog whose profiles the search indexes do not know by it yet, by tag (`c`, `k` or `s` and an id). By triggers too. */
export const searchRenames = sqliteTable("search_renames", {
  tag: text().primaryKey(),
  /** JSON array: the places (listed_profiles.newest) of those who were read last, in ascending order. */
  batch: text().notNull(),
  /** Whoever raises it has the next ones read. */
  turn: integer().notNull(),
})

/** The wildcard of both columns of listing_counts, and of facet_counts. */
export const ANY = ""
