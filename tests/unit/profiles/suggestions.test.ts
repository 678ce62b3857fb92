import { expect, test } from "vitest"
import { type CatalogRow, suggestNames } from "~/domain/profiles/search/suggested-names"
import { groupSuggestions, searchOf } from "~/features/listing/search/options"

const row = (filter: CatalogRow["filter"], value: string, en: string, fr: string): CatalogRow[] => [
  { filter, value, locale: "en", name: en },
  { filter, value, locale: "fr", name: fr },
]
const rows = [
  ...row("city", "lyon", "Lyon", "Lyon"),
  ...row("city", "geneva", "Geneva", "Genève"),
  ...row("city", "aix", "Aix-en-Provence", "Aix-en-Provence"),
  ...row("category", "dinners", "Dinners & evenings", "Dîners et soirées"),
  ...row("service", "opera", "An evening at the opera", "Une soirée à l’opéra"),
]
const values = (typed: string) => suggestNames(typed, rows, "en", 6).map(({ value }) => value)

test("names are compared without accents and case, in any of our languages", () => {
  for (const typed of ["geneve", "GENÈ", "genev"]) expect([typed, values(typed)]).toEqual([typed, ["geneva"]])
  expect(suggestNames("gene", rows, "fr", 6)).toEqual([{ filter: "city", value: "geneva", name: "Genève" }])
})

test("a city is suggested by its other names, under its own", () => {
  const known = [...rows, { filter: "city" as const, value: "geneva", locale: "" as const, name: "Genf, Ginevra" }]
  expect(suggestNames("genf", known, "fr", 6)).toEqual([{ filter: "city", value: "geneva", name: "Genève" }])
  expect(suggestNames("gin", known, "en", 6)).toEqual([{ filter: "city", value: "geneva", name: "Geneva" }])
})

test("a name is suggested by the beginning of any of its words, those that begin with it first", () => {
  expect(values("evening")).toEqual(["dinners", "opera"])
  expect(values("prov")).toEqual(["aix"])
  expect(values("e")).toEqual(["en", "es", "aix", "dinners", "opera"])
})

test("several words must follow each other in the name, the last by its beginning", () => {
  expect(values("aix en pr")).toEqual(["aix"])
  expect(values("aix pr")).toEqual([])
  expect(values("ai en")).toEqual([])
})

test("a name that two languages share is suggested once, and no more names than the limit", () => {
  expect(values("lyon")).toEqual(["lyon"])
  expect(suggestNames("e", rows, "en", 2)).toHaveLength(2)
})

test("a suggested filter joins those of the list, without its words, and an occasion replaces the service", () => {
  const names = [
    { filter: "city", value: "lyon", name: "Lyon" },
    { filter: "category", value: "dinners", name: "Dinners" },
  ] as const
  const [group] = groupSuggestions({ people: [], names: [...names] }, { q: "ly", language: "es", service: "opera" })
  expect(group?.options.map(({ path }) => path)).toEqual([
    "/escorts?service=opera&city=lyon&language=es",
    "/escorts?category=dinners&language=es",
  ])
})

test("a suggested person opens their profile, and a group without suggestions is left out", () => {
  const person = { slug: "ada", name: "Ada", city: "Lyon", cover: null }
  const groups = groupSuggestions({ people: [person], names: [] }, {})
  expect(groups.map(({ name, options }) => [name, options.map(({ path }) => path)])).toEqual([
    ["people", ["/escorts/ada"]],
  ])
})

test("a form that is sent is remembered by its words and the address of its list; without words it is not", () => {
  const form = new FormData()
  form.set("q", " opera  night ")
  form.set("city", "lyon")
  expect(searchOf(form)).toEqual({ label: "opera  night", path: "/escorts?q=opera++night&city=lyon" })
  form.set("q", "  ")
  expect(searchOf(form)).toBeNull()
})
