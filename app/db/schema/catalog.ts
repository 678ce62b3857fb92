import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { enumCheck, id, timestamps } from "./columns"

export const cities = sqliteTable("cities", {
  id: id(),
  slug: text().notNull().unique(),
  /** ISO 3166-1 alpha-2. */
  country: text().notNull(),
  region: text().notNull(),
  /** Names in other languages and short ones, by which searches find it, parted by commas. */
  otherNames: text("other_names").notNull().default(""),
  /** The region in URLs. */
  regionSlug: text("region_slug").notNull().default(""),
  /** Degrees; the maps show a city that has both. */
  latitude: real(),
  longitude: real(),
  position: integer().notNull(),
  ...timestamps,
})

export const cityTexts = sqliteTable(
  "city_texts",
  {
    cityId: text("city_id")
      .notNull()
      .references(() => cities.id, { onDelete: "cascade" }),
    locale: text().$type<Locale>().notNull(),
    name: text().notNull(),
    /** A few lines that the city's page shows; empty: none. */
    about: text().notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.cityId, table.locale] })],
)

export const serviceCategories = sqliteTable("service_categories", {
  id: id(),
  slug: text().notNull().unique(),
  /** The name of a Lucide icon, e.g. `wine`. */
  icon: text().notNull(),
  position: integer().notNull(),
  ...timestamps,
})

export const serviceCategoryTexts = sqliteTable(
  "service_category_texts",
  {
    categoryId: text("category_id")
      .notNull()
      .references(() => serviceCategories.id, { onDelete: "cascade" }),
    locale: text().$type<Locale>().notNull(),
    name: text().notNull(),
    description: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.categoryId, table.locale] })],
)

export const services = sqliteTable(
  "services",
  {
    id: id(),
    categoryId: text("category_id")
      .notNull()
      .references(() => serviceCategories.id),
    slug: text().notNull().unique(),
    position: integer().notNull(),
    ...timestamps,
  },
  (table) => [index("services_category").on(table.categoryId, table.position)],
)

export const serviceTexts = sqliteTable(
  "service_texts",
  {
    serviceId: text("service_id")
      .notNull()
      .references(() => services.id, { onDelete: "cascade" }),
    locale: text().$type<Locale>().notNull(),
    name: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.serviceId, table.locale] })],
)

/** Former slugs of the catalog: links to them lead to the record's present one. */
export const catalogRedirects = sqliteTable(
  "catalog_redirects",
  {
    kind: text({ enum: ["city", "category", "service"] }).notNull(),
    slug: text().notNull(),
    recordId: text("record_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.slug] }), enumCheck(table.kind)],
)
