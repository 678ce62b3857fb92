import { html } from "hono/html"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { AppContext } from "../env"

/** Renders a page with one heading, an optional sentence and an optional link, for responses that must not or cannot render the app. */
export function plainPage(
  c: AppContext,
  page: {
    status: ContentfulStatusCode
    title: string
    lang: string
    text?: string
    link?: { to: string; label: string }
  },
) {
  const link = page.link ? html`<p><a href="${page.link.to}">${page.link.label}</a></p>` : ""
  const paragraph = page.text ? html`<p>${page.text}</p>` : ""
  return c.html(
    html`<!doctype html><html lang="${page.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${page.title}</title></head><body><main><h1>${page.title}</h1>${paragraph}${link}</main></body></html>`,
    page.status,
  )
}
