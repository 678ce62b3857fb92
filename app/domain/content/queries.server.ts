import { eq, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { contentEpoch, type pages, type pageTexts } from "~/db/schema"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import type { FaqTopic } from "./schema"

/** Returns the versions of all public content, and of what was taken down; triggers increment them (app/db/epoch.ts). */
export async function findEpochs(db: Database): Promise<{ content: number; takedowns: number }> {
  const { epoch: content, takedowns } = contentEpoch
  const [row] = await db.select({ content, takedowns }).from(contentEpoch).where(eq(contentEpoch.id, 1)).limit(1)
  return row ?? { content: 0, takedowns: 0 }
}

/** Raises the epochs above every one that a page or a picture was ever kept under. */
export async function raiseEpochs(db: Database, now: number): Promise<void> {
  await db
    .update(contentEpoch)
    .set({ epoch: sql`max(epoch + 1, ${now})`, takedowns: sql`max(takedowns + 1, ${now})` })
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
