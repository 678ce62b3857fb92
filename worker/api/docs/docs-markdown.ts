import { type html, raw } from "hono/html"
import { renderMarkdown } from "~/domain/content/markdown.server"

export type Part = ReturnType<typeof html>

/** Links by code in descriptions, such as `POST /auth/login` or `rate.limited`, to the id of its place on the page. */
export type Links = ReadonlyMap<string, string>

/** Renders Markdown; code that names an operation or an error code becomes a link to it. */
export function markdown(text: string, links: Links): Part {
  const linked = renderMarkdown(text).replace(/<code>([^<]+)<\/code>/g, (code, name: string) => {
    const id = links.get(name)
    return id ? `<a href="#${id}">${code}</a>` : code
  })
  return raw(linked)
}

/** Renders Markdown of one paragraph, for inside a line. */
export function inlineMarkdown(text: string, links: Links): Part {
  return raw(String(markdown(text, links)).replace(/^<p>(.*)<\/p>$/s, "$1"))
}
