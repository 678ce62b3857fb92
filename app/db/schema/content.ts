import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { faqTopics } from "../enums"
import { id, timestamps } from "./columns"

export const pages = sqliteTable("pages", {
  id: id(),
  /** The path without its first slash: `about`, `legal/privacy`. */
  slug: text().notNull().unique(),
  version: integer().notNull(),
  publishedAt: integer("published_at"),
  ...timestamps,
})

export const pageTexts = sqliteTable(
  "page_texts",
  {
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    locale: text().$type<Locale>().notNull(),
    title: text().notNull(),
    /** Markdown. */
    body: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.locale] })],
)

export const faqs = sqliteTable(
  "faqs",
  {
    id: id(),
    /** Its heading: a key of the FAQ page's translations. */
    topic: text({ enum: faqTopics }).notNull(),
    position: integer().notNull(),
    published: integer({ mode: "boolean" }).notNull(),
    ...timestamps,
  },
  (table) => [index("faqs_published").on(table.published, table.position)],
)

export const faqTexts = sqliteTable(
  "faq_texts",
  {
    faqId: text("faq_id")
      .notNull()
      .references(() => faqs.id, { onDelete: "cascade" }),
    locale: text().$type<Locale>().notNull(),
    question: text().notNull(),
    /** Markdown. */
    answer: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.faqId, table.locale] })],
)

/** One row (id 1), which triggers increment so that caches expire (app/db/epoch.ts). */
export const contentEpoch = sqliteTable("content_epoch", {
  id: integer().primaryKey(),
  /** The number of the latest change of public content: its time (epoch ms), or more if there were several in one. */
  epoch: integer().notNull(),
  /** Changes by which a picture that was public stops being so, or becomes another one. */
  takedowns: integer().notNull().default(0),
})

/** The latest change of each scope of public content (app/db/content-scopes.ts), for an hour. Written only by triggers. */
export const contentChanges = sqliteTable(
  "content_changes",
  {
    scope: text().primaryKey(),
    /** As content_epoch.epoch was. */
    epoch: integer().notNull(),
  },
  (table) => [index("content_changes_epoch").on(table.epoch)],
)
