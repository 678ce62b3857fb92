import { read } from "~/db/client.server"
import type { Ctx } from "../core/context"
import { headingsOf, renderMarkdown } from "./markdown.server"
import * as queries from "./queries.server"
import type { ContentPage, Faq } from "./schema"

/** A safety limit, far above any useful number of questions. */
const maxFaqs = 200

/** Returns a published page by its slug (`about`, `legal/privacy`), or null: one round trip. */
export async function getPage(ctx: Pick<Ctx, "db" | "locale" | "now">, slug: string): Promise<ContentPage | null> {
  const [[row]] = await read(ctx.db, queries.selectPage(ctx.locale, slug, ctx.now()))
  if (!row) return null
  const { body: markdown, ...page } = row
  const html = renderMarkdown(markdown)
  return { ...page, markdown, html, headings: headingsOf(html) }
}

/** Returns the published questions in order: one round trip. */
export async function listFaqs(ctx: Pick<Ctx, "db" | "locale">): Promise<Faq[]> {
  const [rows] = await read(ctx.db, queries.selectFaqs(ctx.locale, maxFaqs))
  return rows.map(({ answer, ...faq }) => ({ ...faq, markdown: answer, html: renderMarkdown(answer) }))
}
