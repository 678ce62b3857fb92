import { sql } from "drizzle-orm"
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { skeletonSql } from "~/db/search/name-skeleton"
import type { Locale } from "~/i18n/locales"
import { profileTextNames } from "../../enums"
import { users } from "../accounts"
import { cities, serviceCategories, services } from "../catalog"
import { enumCheck, id, timestamps } from "../columns"
import { cases } from "../moderation/cases"

/**
 * States of a profile (trust-safety R6). Only `published` is public; `banned` was published when its owner was banned.
 */
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

/** How fast an owner usually replies, fastest first. */
export const replySpeeds = ["hour", "hours", "day", "days"] as const

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
    /** The category shown on cards; the listing finds a profile in every category that it offers a service in. */
    categoryId: text("category_id")
      .notNull()
      .references(() => serviceCategories.id),
    /** Euro cents per hour. */
    hourlyRate: integer("hourly_rate").notNull(),
    minimumHours: integer("minimum_hours").notNull(),
    /** When identity and age were last verified. */
    verifiedAt: integer("verified_at"),
    publishedAt: integer("published_at"),
    /**
     * Until when the owner is available, epoch ms, or null. Nothing resets it: cards compare it with the current time,
     * but the listing's filter and its counts do not.
     */
    availableUntil: integer("available_until"),
    /** The weekly rhythm: parts of days such as `sat-evening` (app/domain/profiles/content/rhythm.ts), joined by commas. */
    rhythm: text().notNull().default(""),
    /** Rank among the home page's featured profiles, 1 first; null: not featured. Set by editors, never sold. */
    featuredRank: integer("featured_rank"),
    /** Copied from media and profile_languages for cards, so that a listing reads one row per card. */
    coverMediaId: text("cover_media_id"),
    coverColor: text("cover_color"),
    /** Ids of the two public photos after the cover at most, in the profile's order, joined by commas. */
    moreMediaIds: text("more_media_ids").notNull().default(""),
    /** ISO 639-1 codes in the owner's order, joined by commas. */
    languages: text().notNull(),
    photoCount: integer("photo_count").notNull(),
    privatePhotoCount: integer("private_photo_count").notNull(),
    videoCount: integer("video_count").notNull(),
    /** Codes of the countries that the owner hides it from, sorted and joined by spaces (trust-safety R41). */
    hiddenFrom: text("hidden_from").notNull().default(""),
    /** Optimistic lock: a write states the version it read. */
    version: integer().notNull(),
    ...timestamps,
  },
  (table) => [
    index("profiles_city").on(table.cityId),
    index("profiles_category").on(table.categoryId),
    index("profiles_state").on(table.state, table.id),
    index("profiles_featured").on(table.state, table.featuredRank).where(sql`featured_rank IS NOT NULL`),
    index("profiles_available").on(table.availableUntil).where(sql`available_until IS NOT NULL`),
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

/**
 * Texts that are public no longer: a report hides them, or staff took them down (trust-safety R14). The live text is empty meanwhile, until
 * its owner has written another one, which another case may be about.
 */
export const hiddenTexts = sqliteTable(
  "hidden_texts",
  {
    /** The case that is about the text: its decisions name it. */
    caseId: text("case_id")
      .primaryKey()
      .references(() => cases.id, { onDelete: "cascade" }),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    name: text({ enum: profileTextNames }).notNull(),
    /** JSON: the text by language. */
    texts: text().notNull(),
    hiddenAt: integer("hidden_at").notNull(),
  },
  (table) => [
    index("hidden_texts_profile").on(table.profileId, table.name),
    index("hidden_texts_hidden").on(table.hiddenAt),
    enumCheck(table.name),
  ],
)

/** No index begins with the service: nothing deletes services, and the search indexes find who offers one. */
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
  (table) => [primaryKey({ columns: [table.profileId, table.serviceId] })],
)

export const profileServiceTexts = sqliteTable(
  "profile_service_texts",
  {
    profileId: text("profile_id").notNull(),
    serviceId: text("service_id").notNull(),
    locale: text().$type<Locale>().notNull(),
    note: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.profileId, table.serviceId, table.locale] }),
    foreignKey({
      columns: [table.profileId, table.serviceId],
      foreignColumns: [profileServices.profileId, profileServices.serviceId],
    }).onDelete("cascade"),
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

/** People from whom an owner hides their profile, by the address that they have or will have (trust-safety R41). */
export const hiddenAddresses = sqliteTable(
  "hidden_addresses",
  {
    id: id(),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** Keyed hash of the mailbox. */
    mailboxHash: text("mailbox_hash").notNull(),
    /** The address, masked, and the owner's note, encrypted. */
    labelSealed: text("label_sealed").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("hidden_addresses_profile").on(table.profileId, table.mailboxHash),
    index("hidden_addresses_mailbox").on(table.mailboxHash),
  ],
)

/**
 * Stored number of listed profiles by category and city; `ANY` is the sum of all. After a city, a space and the code of a country: how
 * many of them are hidden from it. Written only by triggers.
 */
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
 * A published profile in listings: its place in each order (the row numbers of the search indexes `search_newest` and
 * `search_price`), what it is counted under, and what its card shows, so that a listing reads only this row. Written
 * only by triggers (app/db/triggers.ts), so that unpublished profiles cannot be listed; read by the view
 * `listed_profiles`, which makes the card's JSON (ListedCard in app/domain/profiles).
 */
export const listings = sqliteTable("listings", {
  newest: integer().primaryKey(),
  profileId: text("profile_id")
    .notNull()
    .unique()
    .references(() => profiles.id, { onDelete: "cascade" }),
  price: integer().notNull().unique(),
  region: text().notNull(),
  /** JSON arrays: ids of categories; facets as in facet_counts. */
  categories: text().notNull(),
  facets: text().notNull(),
  slug: text().notNull(),
  name: text().notNull(),
  cityId: text("city_id").notNull(),
  categoryId: text("category_id").notNull(),
  hourlyRate: integer("hourly_rate").notNull(),
  languages: text().notNull(),
  verifiedAt: integer("verified_at"),
  publishedAt: integer("published_at").notNull(),
  availableUntil: integer("available_until"),
  privatePhotoCount: integer("private_photo_count").notNull(),
  coverMediaId: text("cover_media_id"),
  coverColor: text("cover_color"),
  moreMediaIds: text("more_media_ids").notNull().default(""),
  /** JSON: by locale. */
  headline: text().notNull(),
  hiddenFrom: text("hidden_from").notNull().default(""),
})

/**
 * Stored number of profiles with a facet in a place (a city's id, `r-` and a region's slug, or `ANY`) and category (or
 * `ANY`). Facets are `s` and a service's id, `l` and a language, `verified` and `available`. Written only by triggers.
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

/** Renamed catalog entries whose profiles are not all reindexed yet, by tag (`c`, `k` or `s` and an id). Written only by triggers. */
export const searchRenames = sqliteTable("search_renames", {
  tag: text().primaryKey(),
  /** JSON array: the places (listings.newest) of the last batch, ascending. */
  batch: text().notNull(),
  /** Incrementing it reindexes the next batch. */
  turn: integer().notNull(),
})

/** Search indexes that still hold words of deleted profiles (app/domain/profiles/search-upkeep/purges.server.ts). */
export const searchPurges = sqliteTable(
  "search_purges",
  {
    index: text({ enum: ["search_newest", "search_price", "search_profiles", "search_users"] }).primaryKey(),
    /** A number that grows whenever it is asked for, and what it was when the merge under way began; null: none is. */
    asked: integer().notNull(),
    begun: integer(),
  },
  (table) => [enumCheck(table.index)],
)

/** How fast the owner of a profile replies to first messages. No row: too few replies to tell. */
export const profileReplySpeeds = sqliteTable(
  "profile_reply_speeds",
  {
    profileId: text("profile_id")
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    speed: text({ enum: replySpeeds }).notNull(),
    /** Number of first replies that it was computed from. */
    replies: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("profile_reply_speeds_updated").on(table.updatedAt), enumCheck(table.speed)],
)

/**
 * Views of a profile by month, counted once per visitor and day. They say nothing about who the visitors were. The view
 * `profile_days` has a row for each day.
 */
export const profileMonths = sqliteTable(
  "profile_months",
  {
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** YYYY-MM in the site's time zone. */
    month: text().notNull(),
    /** JSON: 31 numbers, one for each day; 0 for days without a view. */
    views: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.profileId, table.month] }),
    index("profile_months_month").on(table.month),
    check("profile_months_views", sql`json_array_length(${table.views}) = 31`),
  ],
)

/** The wildcard in both columns of listing_counts, and in facet_counts. */
export const ANY = ""
