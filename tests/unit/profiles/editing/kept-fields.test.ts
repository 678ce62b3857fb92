import { expect, test } from "vitest"
import type { Workshop } from "~/domain/profiles/editing/schema"
import { parseKept } from "~/features/profiles/editing/kept-fields"

const stored = {
  name: { value: "Ada" },
  "about.en": { value: "Then" },
  languages: { value: ["fr"] },
  hourly_rate: { value: 20_000 },
} as unknown as Workshop["fields"]
const kept = (fields: Record<string, unknown>) =>
  JSON.stringify(Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, JSON.stringify(value)])))

test("what a browser kept is what differs from the stored fields", () => {
  const text = kept({ name: "Ada", "about.en": "Now", languages: ["fr", "en"], hourly_rate: 25_000 })
  expect(parseKept(text, stored)).toEqual({ "about.en": '"Now"', languages: '["fr","en"]', hourly_rate: "25000" })
})

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["a text", '"kept"'],
  ["null", "null"],
  ["a field that the form does not have", kept({ state: "published", toString: "x" })],
  ["a value of another kind", kept({ languages: "fr", name: ["Ada"], "about.en": null })],
  ["a value that is no JSON", JSON.stringify({ name: "{" })],
  ["a value that is not a text", JSON.stringify({ name: { json: "x" } })],
])("nothing is taken from a browser that kept %s", (_, text) => {
  expect(parseKept(text, stored)).toEqual({})
})
