import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import type { CompleteLocale } from "~/i18n/locales"
import { users } from "../accounts"
import { id } from "../columns"
import { profiles } from "./profiles"

/** Searches that members saved, visible to nobody else. */
export const savedSearches = sqliteTable(
  "saved_searches",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The listing's canonical query, such as `city=lyon&language=es`: the same for all who saved the same search. */
    query: text().notNull(),
    /** The language of the site that it was saved on: that of its words. */
    locale: text().$type<CompleteLocale>().notNull(),
    /** Its member is notified of each new profile that it finds. */
    isAlerted: integer("is_alerted", { mode: "boolean" }).notNull(),
    /** The place (listings.newest) of the newest profile that alerts have come to. */
    notifiedPlace: integer("notified_place").notNull(),
    /** The place up to which its member has seen the list: what is beyond is new to them. */
    seenPlace: integer("seen_place").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("saved_searches_user").on(table.userId, table.query, table.locale),
    index("saved_searches_query").on(table.query, table.locale, table.isAlerted, table.notifiedPlace),
  ],
)

/**
 * Searches with alerts, each once for all who saved it, under some of its tags: a new profile asks those under its own tags
 * alone. Kept by triggers of saved_searches as far as they end.
 */
export const searchAnchors = sqliteTable(
  "search_anchors",
  {
    /** Tags that its profiles have all of, joined by spaces (app/domain/profiles/saved-searches/tag-groups.ts). */
    anchor: text().notNull(),
    query: text().notNull(),
    locale: text().$type<CompleteLocale>().notNull(),
    /** JSON array of arrays: tags, of each of which groups a profile must have one. */
    groups: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.anchor, table.query, table.locale] }),
    index("search_anchors_query").on(table.query, table.locale),
  ],
)

/** Profiles published lately of which nobody is notified yet. Inserted by a trigger; an alert ends its row. */
export const newProfiles = sqliteTable("new_profiles", {
  profileId: text("profile_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  /** When it was published, epoch ms. */
  at: integer().notNull(),
})
