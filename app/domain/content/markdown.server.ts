import { micromark } from "micromark"
import { safeRedirectPath } from "~/lib/paths"
import type { Heading } from "./schema"

/** What Markdown may become; whatever else comes out of the parser is dropped, and no attribute is taken over. */
const elements = new Set("p h2 h3 h4 h5 h6 em strong code pre blockquote ul ol li hr br".split(" "))

/**
 * Markdown (CommonMark) as HTML that is safe to show, whoever wrote it. Raw HTML comes out as the text that it is, pictures as their
 * words, and links only lead to http(s), mail addresses and pages of ours. A first-level heading is one of the second: the page has its
 * title already. Headings have ids.
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

/** The second-level headings of what `renderMarkdown` gave. */
export function headingsOf(html: string): Heading[] {
  return [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)].map(([, id = "", inner = ""]) => ({
    id,
    text: textOf(inner),
  }))
}

/** The words of a piece of HTML that `renderMarkdown` gave. */
export function textOf(html: string): string {
  return decode(html.replace(/<[^>]*>/g, "")).trim()
}

/** A link that may not be followed is its words alone: `open` remembers what its end tag becomes. */
function openLink(attributes: string, open: string[]): string {
  const href = decode(attributeOf(attributes, "href") ?? "")
  const isOurs = href.startsWith("#") || safeRedirectPath(href) !== null
  const isElsewhere = /^(https?:\/\/|mailto:)[^\s]/i.test(href) && URL.canParse(href)
  open.push(isOurs || isElsewhere ? "</a>" : "")
  if (!isOurs && !isElsewhere) return ""
  return `<a href="${encode(href)}"${isOurs ? "" : ' rel="noopener noreferrer"'}>`
}

/** The ids begin with `s-`: no heading can take the name of a part of the page. */
function withHeadingIds(html: string): string {
  const taken = new Map<string, number>()
  return html.replace(/<(h[2-6])>(.*?)<\/\1>/gs, (_, tag: string, inner: string) => {
    const name = `s-${slugOf(textOf(inner))}`
    const times = (taken.get(name) ?? 0) + 1
    taken.set(name, times)
    return `<${tag} id="${times === 1 ? name : `${name}-${times}`}">${inner}</${tag}>`
  })
}

function slugOf(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)
}

/** As the parser wrote it: its attributes are in double quotes, with quotes, angle brackets and ampersands encoded. */
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
