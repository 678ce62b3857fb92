import { eq, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { contentEpoch, type pages, type pageTexts } from "~/db/schema"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import type { FaqTopic } from "./schema"

/** Returns the version of all public content; triggers increment it (migrations/0002_content_epoch_triggers.sql). */
export async function findContentEpoch(db: Database): Promise<number> {
  const [row] = await db.select({ epoch: contentEpoch.epoch }).from(contentEpoch).where(eq(contentEpoch.id, 1)).limit(1)
  return row?.epoch ?? 0
}

/** Raises the content epoch above every one that a page was ever kept under. */
export async function raiseEpoch(db: Database, now: number): Promise<void> {
  await db
    .update(contentEpoch)
    .set({ epoch: sql`max(epoch + 1, ${now})` })
    .where(eq(contentEpoch.id, 1))
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
    ORDER BY t.locale = ${locale} DESC LIMIT 1`
}

/** Selects the published questions in order, without those that have no text in this language. */
export function selectFaqs(locale: Locale, limit: number) {
  return sql<{ id: string; topic: FaqTopic; question: string; answer: string }>`
    SELECT f.id, f.topic, t.question, t.answer
    FROM faqs AS f JOIN faq_texts AS t ON t.faq_id = f.id AND t.locale = ${locale}
    WHERE f.published = 1 ORDER BY f.position LIMIT ${limit}`
}
