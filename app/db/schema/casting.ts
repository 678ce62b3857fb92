import { sql } from "drizzle-orm"
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { applicationStates } from "../enums"
import { users } from "./accounts"
import { cities, serviceCategories } from "./catalog"
import { id, timestamps } from "./columns"

/** Applications to be listed, made by the applicants themselves. */
export const applications = sqliteTable(
  "applications",
  {
    id: id(),
    /** Shown to the applicant: `A-7K3M9QTX`. */
    reference: text().notNull().unique(),
    /** Null for a visitor. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the secret stored by a visitor's browser or API client. */
    secretHash: text("secret_hash").unique(),
    state: text({ enum: applicationStates }).notNull(),
    /** Incremented by every change, the applicant's or staff's. */
    version: integer().notNull(),
    /** The language of the mails. */
    locale: text().$type<Locale>().notNull(),
    firstName: text("first_name").notNull().default(""),
    cityId: text("city_id").references(() => cities.id),
    categoryId: text("category_id").references(() => serviceCategories.id),
    /** ISO 639-1, joined by commas. */
    languages: text().notNull().default(""),
    /** The language of the texts. */
    writtenIn: text("written_in").$type<Locale>().notNull(),
    presentation: text().notNull().default(""),
    experience: text().notNull().default(""),
    /** A visitor's e-mail; null for a member, whose account has it. */
    email: text(),
    /** Staff's requested changes or reasons to decline, shown to the applicant. */
    note: text(),
    /** Staff member who last acted on it; null once deleted. */
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    submittedAt: integer("submitted_at"),
    decidedAt: integer("decided_at"),
    /** When it is deleted with its pictures; null while it awaits staff, and once accepted. */
    expiresAt: integer("expires_at"),
    ...timestamps,
  },
  (table) => [
    index("applications_user").on(table.userId, table.id),
    index("applications_email").on(table.email),
    index("applications_city").on(table.cityId),
    index("applications_category").on(table.categoryId),
    index("applications_staff").on(table.staffId),
    index("applications_queue").on(table.state, table.submittedAt, table.id),
    index("applications_expiry").on(table.expiresAt),
  ],
)

/** Declarations of applicants, with the version of the text that they saw. */
export const applicationConsents = sqliteTable(
  "application_consents",
  {
    applicationId: text("application_id")
      .notNull()
      .references(() => applications.id, { onDelete: "cascade" }),
    kind: text({ enum: ["adult", "self", "depicted", "rules", "data"] }).notNull(),
    version: text().notNull(),
    locale: text().$type<Locale>().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.kind] })],
)

export const applicationPictures = sqliteTable(
  "application_pictures",
  {
    id: id(),
    applicationId: text("application_id")
      .notNull()
      .references(() => applications.id, { onDelete: "cascade" }),
    /** In pixels, of the stored file. */
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    /** When it was copied to the profile that the application led to; null while it was not. */
    copiedAt: integer("copied_at"),
  },
  (table) => [
    index("application_pictures_application").on(table.applicationId, table.id),
    index("application_pictures_uncopied").on(table.applicationId).where(sql`copied_at IS NULL`),
  ],
)

/** Private links of an application's mails, each with its own secret: the links of all mails work. */
export const applicationLinks = sqliteTable(
  "application_links",
  {
    /** SHA-256. */
    tokenHash: text("token_hash").primaryKey(),
    applicationId: text("application_id")
      .notNull()
      .references(() => applications.id, { onDelete: "cascade" }),
    /** HMAC of the address that it was mailed to, keyed by the token (domain/casting/join-linked.server.ts). */
    addressHash: text("address_hash"),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("application_links_application").on(table.applicationId),
    index("application_links_expiry").on(table.expiresAt),
  ],
)
