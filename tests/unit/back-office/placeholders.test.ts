import { expect, test } from "vitest"
import { fillPlaceholders, unknownPlaceholders } from "~/domain/support/tickets/placeholders"

const values = { name: "Ada {site}", reference: "T-1", site: "Salon" }

test("a prepared answer is filled in once, whatever braces the author's name has", () => {
  expect(fillPlaceholders("Hello {name}, about {reference}: {site}. {name}!", values)).toBe(
    "Hello Ada {site}, about T-1: Salon. Ada {site}!",
  )
})

test.each([
  ["Hello {nom}", ["nom"]],
  ["{Name} and { name } and {}", ["Name", " name ", ""]],
  ["{{name}}", []],
  ["A { brace alone }\nand {reference}", [" brace alone "]],
  ["Nothing {open", []],
])("what stands in braces and is no placeholder is found: %s", (text, unknown) => {
  expect(unknownPlaceholders(text)).toEqual(unknown)
})
