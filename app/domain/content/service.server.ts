import { read } from "~/db/client.server"
import type { Ctx } from "../context"
import { headingsOf, renderMarkdown } from "./markdown.server"
import * as queries from "./queries.server"
import type { ContentPage, Faq } from "./schema"

/** More than a page of questions could hold in one's head. */
const maxFaqs = 200

/** A published page by its slug (`about`, `legal/privacy`), or null: one round trip. */
export async function getPage(ctx: Pick<Ctx, "db" | "locale" | "now">, slug: string): Promise<ContentPage | null> {
  const [[row]] = await read(ctx.db, queries.selectPage(ctx.locale, slug, ctx.now()))
  if (!row) return null
  const { body: markdown, ...page } = row
  const html = renderMarkdown(markdown)
  return { ...page, markdown, html, headings: headingsOf(html) }
}

/** The published questions, in their order: one round trip. */
export async function listFaqs(ctx: Pick<Ctx, "db" | "locale">): Promise<Faq[]> {
  const [rows] = await read(ctx.db, queries.selectFaqs(ctx.locale, maxFaqs))
  return rows.map(({ answer, ...faq }) => ({ ...faq, markdown: answer, html: renderMarkdown(answer) }))
}
