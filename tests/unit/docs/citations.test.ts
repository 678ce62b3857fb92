import { expect, test } from "vitest"
import { filesOf, textOf } from "../../architecture/helpers/sources"

/** The sections of each document in docs/spec that code may cite. */
const sections = {
  "product-spec": sectionsOf("product-spec", /^## (\d+)\. /gm),
  behaviours: sectionsOf("behaviours", /^## (\d+)\. /gm),
  design: sectionsOf("design", /^## (\d+)\. /gm),
  // Requirements are rows of its tables; those of a later day stand in one line.
  "trust-safety": sectionsOf("trust-safety", /(?:^\| |^|· )(R\d+)\b/gm),
}

type Document = keyof typeof sections

function sectionsOf(document: string, heading: RegExp): Set<string> {
  return new Set([...textOf(`docs/spec/${document}.md`).matchAll(heading)].map(([, section]) => section as string))
}

const files = [
  "{app,worker,party,packages,scripts,tests}/**/*.{ts,tsx,mjs}",
  "public/*.js",
  "*.ts",
  "README.md",
  "docs/*.md",
  "docs/decisions/*.md",
]

/** Finds "product-spec 2", "product-spec §3 and §9", "trust-safety R7, R21". */
const citation = /\b(product-spec|behaviours|trust-safety|design)((?:(?: and |, | )§?R?\d+\b)+)/g

interface Citation {
  file: string
  document: Document
  section: string
}

const citations: Citation[] = filesOf(...files).flatMap((file) =>
  [...textOf(file).matchAll(citation)].flatMap(([, document, list]) =>
    [...(list as string).matchAll(/R?\d+/g)].map(([section]) => ({ file, document: document as Document, section })),
  ),
)

test("each document that code may cite has sections, and is cited", () => {
  for (const [document, found] of Object.entries(sections)) {
    expect(found.size, document).toBeGreaterThan(5)
    expect(citations.filter((one) => one.document === document).length, document).toBeGreaterThan(0)
  }
})

test("every cited section exists in docs/spec", () => {
  expect(citations.filter(({ document, section }) => !sections[document].has(section))).toEqual([])
})
