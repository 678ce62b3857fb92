import { eq, inArray, sql } from "drizzle-orm"
import { type Database, read, write } from "~/db/client.server"
import { siteScope } from "~/db/content-scopes"
import { contentChanges, contentEpoch, type pages, type pageTexts } from "~/db/schema"
import type { RowOf } from "~/db/statements/row"
import { textLanguage } from "~/db/statements/text-language"
import { languageFirstSql } from "~/db/whole-texts"
import type { Locale } from "~/i18n/locales"
import type { FaqTopic } from "./schema"

/** The numbers of the latest changes of public content, and the scopes that changed. */
export interface FoundChanges {
  /** Of the latest change; triggers raise it (app/db/epoch.ts). */
  epoch: number
  /** How often something was taken down. */
  takedowns: number
  /** The latest change of each scope, newest first. */
  changes: { scope: string; epoch: number }[]
  /** Codes of the countries that some published profile is hidden from (trust-safety R41). */
  hidingCountries: string[]
}

/** Returns the changes of public content after one (its number), at most `limit`: the newest. One round trip. */
export async function findChanges(db: Database, after: number, limit: number): Promise<FoundChanges> {
  const [[row], changes, countries] = await read(
    db,
    sql<RowOf<typeof contentEpoch, "epoch" | "takedowns">>`SELECT epoch, takedowns FROM content_epoch WHERE id = 1`,
    sql<RowOf<typeof contentChanges, "scope" | "epoch">>`
      SELECT scope, epoch FROM content_changes WHERE epoch > ${after} ORDER BY epoch DESC LIMIT ${limit}`,
    // The counts of those hidden anywhere: a space and a code, one range of the key.
    sql<{ country: string }>`SELECT substr(city_id, 2) AS country FROM listing_counts
      WHERE category_id = '' AND city_id > ' ' AND city_id < '!' AND profiles > 0`,
  )
  const hidingCountries = countries.map(({ country }) => country)
  return { epoch: row?.epoch ?? 0, takedowns: row?.takedowns ?? 0, changes, hidingCountries }
}

/** Returns the number of the latest change of all public content, and of these scopes (0: none within an hour). */
export async function findLatestChange(db: Database, scopes: string[]): Promise<{ epoch: number; ofScopes: number }> {
  const [[row]] = await read(
    db,
    sql<{ epoch: number; ofScopes: number }>`
      SELECT epoch, coalesce((SELECT max(epoch) FROM content_changes
        WHERE scope IN (SELECT value FROM json_each(${JSON.stringify(scopes)}))), 0) AS ofScopes
      FROM content_epoch WHERE id = 1`,
  )
  return row ?? { epoch: 0, ofScopes: 0 }
}

/** Raises the epochs above every one that a page or a picture was ever kept under, and drops every page. */
export async function raiseEpochs(db: Database, now: number): Promise<void> {
  await write(db, [
    db
      .update(contentEpoch)
      .set({ epoch: sql`max(epoch + 1, ${now})`, takedowns: sql`max(takedowns + 1, ${now})` })
      .where(eq(contentEpoch.id, 1)),
    sql`INSERT INTO content_changes (scope, epoch) SELECT ${siteScope}, epoch FROM content_epoch WHERE id = 1
      ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch`,
  ])
}

/** Deletes the `limit` oldest changes before a time (epoch ms). Returns how many. */
export async function deleteChanges(db: Database, before: number, limit: number): Promise<number> {
  const oldest = sql`(SELECT scope FROM content_changes WHERE epoch < ${before} ORDER BY epoch LIMIT ${limit})`
  const [deleted = 0] = await write(db, [db.delete(contentChanges).where(inArray(contentChanges.scope, oldest))])
  return deleted
}

interface PageRow
  extends RowOf<typeof pages, "slug" | "version" | "updated_at">,
    RowOf<typeof pageTexts, "locale" | "title" | "body"> {
  published_at: number
}

/** Selects a published page in this language, else in the one that exists. */
export function selectPage(locale: Locale, slug: string, now: number) {
  return sql<PageRow>`
    SELECT p.slug, t.locale, t.title, t.body, p.version, p.published_at, p.updated_at
    FROM pages AS p JOIN page_texts AS t ON t.page_id = p.id
    WHERE p.slug = ${slug} AND p.published_at <= ${now}
    ORDER BY ${sql.raw(languageFirstSql(`'${locale}'`))} LIMIT 1`
}

/** Selects the published questions in order, without those that have no text to show in this language. */
export function selectFaqs(locale: Locale, limit: number) {
  return sql<{ id: string; topic: FaqTopic; locale: Locale; question: string; answer: string }>`
    SELECT f.id, f.topic, t.locale, t.question, t.answer
    FROM faqs AS f JOIN faq_texts AS t ON t.faq_id = f.id AND t.locale = ${textLanguage("faq_texts", sql`f.id`, locale)}
    WHERE f.published = 1 ORDER BY f.position LIMIT ${limit}`
}
