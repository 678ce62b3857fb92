import ts from "typescript"
import { expect, test } from "vitest"
import { filesOf, nodesOf, parse } from "./helpers/sources"

/** Elements that a screen reader lists as places of the page, by their name: without one a section is no place at all. */
const landmarks = ["section", "aside", "nav", "search"]

test("each section, aside, navigation and search of a page has a name", () => {
  const elements = filesOf("app/**/*.tsx").flatMap((file) =>
    [...nodesOf(parse(file))]
      .filter((node) => ts.isJsxOpeningLikeElement(node))
      .filter(({ tagName }) => landmarks.includes(tagName.getText()))
      .map((element) => {
        const names = element.attributes.properties.map((one) => (ts.isJsxAttribute(one) ? one.name.getText() : "…"))
        return { place: `${file}: <${element.tagName.getText()}>`, names }
      }),
  )
  expect(elements.length).toBeGreaterThan(100)
  const nameless = elements.filter(({ names }) => !names.some((name) => /^(aria-label|aria-labelledby|…)$/.test(name)))
  expect(nameless.map(({ place }) => place)).toEqual([])
})
