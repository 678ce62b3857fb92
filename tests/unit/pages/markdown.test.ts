import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { headingsOf, renderMarkdown, textOf } from "~/domain/content/markdown.server"
import { readPages } from "../../../scripts/seed/content/pages.ts"

/** Everything that the output may hold: bare elements, headings with generated ids, and checked links. */
const element =
  /^<(?:\/?(?:p|em|strong|code|pre|blockquote|ul|ol|li|hr|br)|\/h[2-6]|h[2-6] id="s-[a-z0-9-]*"|\/a|a href="([^"<>]*)"(?: rel="noopener noreferrer")?)>$/

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"))
}

/** Checks what a browser would make of it: no element, attribute or address beyond the list. */
function expectSafe(html: string): void {
  for (const [tag] of html.matchAll(/<[^>]*>?/g)) expect(tag).toMatch(element)
  for (const href of linksOf(html)) {
    const { protocol, origin } = new URL(href, "https://ours.invalid")
    expect(["https:", "http:", "mailto:"]).toContain(protocol)
    if (!/^(https?:\/\/|mailto:)/i.test(href)) expect(origin).toBe("https://ours.invalid")
  }
}

describe("Markdown", () => {
  test("Markdown becomes headings with ids, paragraphs, lists and emphasis", () => {
    const html = renderMarkdown(
      "## Who may *enter*\n\nAdults, **all** of them.\n\n1. One\n2. Two\n\n- a\n\n> said\n\n`code`",
    )
    expect(html).toBe(
      '<h2 id="s-who-may-enter">Who may <em>enter</em></h2>\n<p>Adults, <strong>all</strong> of them.</p>\n<ol>\n<li>One</li>\n' +
        "<li>Two</li>\n</ol>\n<ul>\n<li>a</li>\n</ul>\n<blockquote>\n<p>said</p>\n</blockquote>\n<p><code>code</code></p>",
    )
    expect(headingsOf(html)).toEqual([{ id: "s-who-may-enter", text: "Who may enter" }])
  })

  test("a first-level heading in Markdown becomes a second-level one, as the page has the title", () => {
    expect(renderMarkdown("# Title")).toBe('<h2 id="s-title">Title</h2>')
  })

  test("equal headings in Markdown get ids of their own, without accents", () => {
    const html = renderMarkdown("## Où & quand ?\n\n## Où, quand\n\n## 日本")
    expect(headingsOf(html).map(({ id }) => id)).toEqual(["s-ou-quand", "s-ou-quand-2", "s-"])
    expect(headingsOf(html)[0]?.text).toBe("Où & quand ?")
  })

  test("a heading in Markdown cannot take the id of a part of the page", () => {
    expect(renderMarkdown("## page texts")).toContain('id="s-page-texts"')
  })

  test("Markdown links to pages of the app, to other sites without a referrer, and to mail addresses", () => {
    const html = renderMarkdown(
      "[a](/legal/use?x=1&y=2#z) [b](https://example.org/) [c](mailto:a@example.org) [d](#s-x) <https://e.org>",
    )
    expect(linksOf(html)).toEqual([
      "/legal/use?x=1&y=2#z",
      "https://example.org/",
      "mailto:a@example.org",
      "#s-x",
      "https://e.org",
    ])
    expect(html).toContain('<a href="https://example.org/" rel="noopener noreferrer">b</a>')
    expect(html).toContain('<a href="#s-x">d</a>')
  })
})

describe("Markdown by any author", () => {
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "a <b onclick=x>b</b>",
    "<!-- c --><style>*{display:none}</style>",
    "<iframe src=//evil.example></iframe>",
    "<a href=javascript:alert(1)>x</a>",
  ])("Markdown by any author shows raw HTML as text: %s", (markdown) => {
    const html = renderMarkdown(markdown)
    expectSafe(html)
    expect(textOf(html)).toContain(markdown)
  })

  test.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](\u0001javascript:alert(1))",
    "[x](java\nscript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](/\\evil.example)",
    "[x](\\\\evil.example)",
    "[x](https:evil)",
    "[x](ftp://evil.example)",
    "[x]\n\n[x]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "<https://e.example![>",
    "<https://e.example\\\\>",
    "[x](https://[)",
    "[x](http://a:b)",
  ])("Markdown by any author has no unsafe link: %s", (markdown) => {
    const html = renderMarkdown(markdown)
    expectSafe(html)
    expect(html).not.toContain("<a")
  })

  test("Markdown by any author shows no picture, only its words", () => {
    expect(renderMarkdown('![a "cat"](https://evil.example/pixel.gif "t")')).toBe("<p>a &quot;cat&quot;</p>")
  })

  test("Markdown by any author passes no attribute on, of any name", () => {
    expect(renderMarkdown('[x](/a "onclick=1 href=")\n\n```js" onload="x\ny\n```\n\n7. z')).not.toMatch(
      /on\w+="|class|title|start/,
    )
  })

  test("Markdown by any author stays safe for any input", () => {
    const pieces = fc.constantFrom(
      "<",
      ">",
      '"',
      "'",
      "&",
      "[",
      "](",
      ")",
      "![",
      "`",
      "```\n",
      "#",
      "# ",
      "\n",
      "\n\n",
      "*",
      "_",
      "> ",
      "- ",
      "1. ",
      "\\",
      "&lt;",
      "&#60;",
      "&quot;",
      "javascript:",
      "data:",
      "//e.example",
      "/a",
      "https://e.example",
      "mailto:",
      "<script>",
      "</h2>",
      "onload=",
      '"onmouseover=x ',
      "<img src=x>",
      "<a href=x>",
      "[x]: ",
      "\u0000",
      "\u202e",
      "\t",
      " ",
      "x",
      "é",
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")),
    )
    fc.assert(
      fc.property(text, (markdown) => expectSafe(renderMarkdown(markdown))),
      { numRuns: 3_000 },
    )
  })

  test("Markdown of thousands of brackets, or of hundreds of quotations within each other, ends", () => {
    expectSafe(renderMarkdown("[".repeat(10_000)))
    expectSafe(renderMarkdown("> ".repeat(500)))
  })
})

test("the demo's pages use no unsupported Markdown", () => {
  for (const { slug, texts } of readPages("demo")) {
    for (const { locale, body } of texts) {
      const html = renderMarkdown(body)
      expectSafe(html)
      expect([slug, locale, textOf(html).match(/\|.*\||\]\(|\*\*|^#/m)]).toEqual([slug, locale, null])
    }
  }
})
