/** Returns the visible text of a piece of HTML. */
export function textOf(html: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" }
  return html
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&([#\w]+);/g, (whole, name: string) => entities[name] ?? whole)
}

/** Returns the text that a page shows, without its scripts: they hold texts that are not shown. */
export function shownText(html: string): string {
  return textOf(html.replace(/<script\b.*?<\/script>/gs, ""))
}

/** Returns the text of a page's one `<h1>`. */
export function headingOf(html: string): string {
  const headings = [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, inner]) => textOf(inner ?? ""))
  if (headings.length !== 1) throw new Error(`This page has ${headings.length} headings: ${headings.join(" | ")}`)
  return headings[0] as string
}

export function titleOf(html: string): string | undefined {
  const title = /<title[^>]*>(.*?)<\/title>/s.exec(html)?.[1]
  return title === undefined ? undefined : textOf(title)
}

export interface Element {
  tag: string
  attributes: Record<string, string>
}

/** Returns every element of a document, in order. */
export async function elementsOf(html: string): Promise<Element[]> {
  const elements: Element[] = []
  const rewriter = new HTMLRewriter().on("*", {
    element({ tagName, attributes }) {
      // The types declare a DOM's attributes; workerd returns pairs.
      const pairs = attributes as unknown as Iterable<[string, string]>
      elements.push({ tag: tagName, attributes: Object.fromEntries(pairs) })
    },
  })
  await rewriter.transform(new Response(html)).arrayBuffer()
  return elements
}
