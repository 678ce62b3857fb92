import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { enumCheck, id, timestamps } from "../columns"
import { profiles } from "./profiles"

/** States of a person's consent to one photo or video (trust-safety R7). */
export const consentStates = ["requested", "granted", "refused", "withdrawn"] as const
export type ConsentState = (typeof consentStates)[number]

/** A person who is in an owner's photos or videos beside the owner. */
export const depictedPeople = sqliteTable(
  "depicted_people",
  {
    id: id(),
    /** Null once the owner's account is erased. */
    profileId: text("profile_id").references(() => profiles.id, { onDelete: "set null" }),
    /** The owner's name for them; nobody else sees it. */
    label: text().notNull(),
    ...timestamps,
  },
  (table) => [index("depicted_people_profile").on(table.profileId)],
)

/** The private links of a person depicted. Each stays good for a withdrawal after it expired for a signature. */
export const consentLinks = sqliteTable(
  "consent_links",
  {
    tokenHash: text("token_hash").primaryKey(),
    personId: text("person_id")
      .notNull()
      .references(() => depictedPeople.id, { onDelete: "cascade" }),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("consent_links_person").on(table.personId)],
)

/**
 * A person's consent to a photo or video that shows them, with what they signed. It outlives both by three years
 * (trust-safety R7): no foreign key refers to the media item.
 */
export const mediaConsents = sqliteTable(
  "media_consents",
  {
    mediaId: text("media_id").notNull(),
    personId: text("person_id")
      .notNull()
      .references(() => depictedPeople.id, { onDelete: "cascade" }),
    state: text({ enum: consentStates }).notNull(),
    /** Whether others may download it; null until they signed. */
    mayDownload: integer("may_download", { mode: "boolean" }),
    /** Of the page `agreement/depicted`, and the SHA-256 of the text that was read. */
    textVersion: integer("text_version"),
    textHash: text("text_hash"),
    locale: text().$type<Locale>(),
    /** When they answered, epoch ms. */
    signedAt: integer("signed_at"),
    /** Keyed hash of the address that they signed from. */
    addressHash: text("address_hash"),
    withdrawnAt: integer("withdrawn_at"),
    ...timestamps,
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.personId] }),
    index("media_consents_person").on(table.personId),
    enumCheck(table.state),
  ],
)
