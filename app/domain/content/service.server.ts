import { read } from "~/db/client.server"
import { textsScope } from "~/db/content-scopes"
import { HOUR } from "~/lib/time"
import type { Ctx } from "../core/context"
import { type Place, placeWhile } from "../core/shared/lane"
import { headingsOf, renderMarkdown } from "./markdown.server"
import * as queries from "./queries.server"
import type { ContentPage, Faq } from "./schema"

/** A safety limit, far above any useful number of questions. */
const maxFaqs = 200

/** Returns a published page by its slug (`about`, `legal/privacy`), or null: one round trip. */
export async function getPage(
  ctx: Pick<Ctx, "db" | "locale" | "now" | "shows">,
  slug: string,
): Promise<ContentPage | null> {
  ctx.shows?.(textsScope)
  const [[row]] = await read(ctx.db, queries.selectPage(ctx.locale, slug, ctx.now()))
  if (!row) return null
  const { body: markdown, ...page } = row
  const html = renderMarkdown(markdown)
  return { ...page, markdown, html, headings: headingsOf(html) }
}

/** Returns the published questions in order: one round trip. */
export async function listFaqs(ctx: Pick<Ctx, "db" | "locale" | "shows">): Promise<Faq[]> {
  ctx.shows?.(textsScope)
  const [rows] = await read(ctx.db, queries.selectFaqs(ctx.locale, maxFaqs))
  return rows.map(({ answer, ...faq }) => ({ ...faq, markdown: answer, html: renderMarkdown(answer) }))
}

/** How long (ms) a change is stored: far longer than any page is cached. */
const changesStoredFor = HOUR
const changesAtOnce = 1_000

/** Deletes changes that no cached page is older than. */
export async function sweepChanges({ db, now }: Pick<Ctx, "db" | "now">): Promise<Place> {
  const deleted = await queries.deleteChanges(db, now() - changesStoredFor, changesAtOnce)
  return placeWhile(deleted === changesAtOnce)
}
