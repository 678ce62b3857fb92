import { micromark } from "micromark"
import { safeRedirectPath } from "~/lib/paths"
import { slugOf } from "../core/shared/slug"
import type { Heading } from "./schema"

/** Allowed elements: everything else that the parser emits is dropped, and no attribute is copied. */
const elements = new Set("p h2 h3 h4 h5 h6 em strong code pre blockquote ul ol li hr br".split(" "))

/**
 * Renders Markdown (CommonMark) as HTML that is safe for any author. Raw HTML is shown as text, pictures become their
 * alternative text, and links lead only to http(s), mail addresses and this site's pages. A first-level heading becomes
 * a second-level one: the page has its title already. Headings have ids.
 */
export function renderMarkdown(markdown: string): string {
  const open: string[] = []
  const safe = micromark(markdown).replace(
    /<(\/?)(\w+)([^>]*)>/g,
    (_, slash: string, tag: string, attributes: string) => {
      const isEnd = slash === "/"
      if (tag === "img") return attributeOf(attributes, "alt") ?? ""
      if (tag === "a") return isEnd ? (open.pop() ?? "") : openLink(attributes, open)
      const name = tag === "h1" ? "h2" : tag
      return elements.has(name) ? `<${slash}${name}>` : ""
    },
  )
  return withHeadingIds(safe)
}

/** Returns the second-level headings of `renderMarkdown`'s output. */
export function headingsOf(html: string): Heading[] {
  return [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)].map(([, id = "", inner = ""]) => ({
    id,
    text: textOf(inner),
  }))
}

/** Returns the plain text of `renderMarkdown`'s output. */
export function textOf(html: string): string {
  return decode(html.replace(/<[^>]*>/g, "")).trim()
}

/** Reduces a forbidden link to its text; `open` holds the matching end tags. */
function openLink(attributes: string, open: string[]): string {
  const href = decode(attributeOf(attributes, "href") ?? "")
  const isOurs = href.startsWith("#") || safeRedirectPath(href) !== null
  const isElsewhere = /^(https?:\/\/|mailto:)[^\s]/i.test(href) && URL.canParse(href)
  open.push(isOurs || isElsewhere ? "</a>" : "")
  if (!isOurs && !isElsewhere) return ""
  return `<a href="${encode(href)}"${isOurs ? "" : ' rel="noopener noreferrer"'}>`
}

/** Ids start with `s-`, so that no heading takes the id of a part of the page. */
function withHeadingIds(html: string): string {
  const taken = new Map<string, number>()
  return html.replace(/<(h[2-6])>(.*?)<\/\1>/gs, (_, tag: string, inner: string) => {
    const name = `s-${slugOf(textOf(inner), 60)}`
    const times = (taken.get(name) ?? 0) + 1
    taken.set(name, times)
    return `<${tag} id="${times === 1 ? name : `${name}-${times}`}">${inner}</${tag}>`
  })
}

/** Reads an attribute as the parser writes it: in double quotes, with quotes, angle brackets and ampersands encoded. */
function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1]
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

function encode(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

function decode(text: string): string {
  return Object.entries(entities).reduceRight((rest, [character, entity]) => rest.replaceAll(entity, character), text)
}
