import { html, raw } from "hono/html"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { AppContext } from "../env"

/** The site's colours and the fallback of its type: a page of this kind loads nothing. */
const styles = `:root{color-scheme:light dark}
body{display:grid;place-items:center;min-height:100dvh;margin:0;background:light-dark(#fafaf9,#0c0a09);color:light-dark(#1c1917,#f5f5f4);font:1rem/1.6 Arial,"Liberation Sans",sans-serif}
main{max-width:36rem;padding:1.5rem;text-align:center}
h1{margin:0;font:400 clamp(1.875rem,5vw,2.75rem)/1.1 Georgia,"DejaVu Serif",serif;text-wrap:balance}
p{margin:1rem 0 0}
a{color:inherit;text-underline-offset:.25em}`

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
    html`<!doctype html><html lang="${page.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${page.title}</title><style nonce="${c.var.nonce}">${raw(styles)}</style></head><body><main><h1>${page.title}</h1>${paragraph}${link}</main></body></html>`,
    page.status,
  )
}
