import { expect, test } from "vitest"
import { exactTotal } from "~/domain/profiles/facets"
import type { ListingFilter } from "~/domain/profiles/schema"

test("the number of a list is known where it is stored, and nowhere else", () => {
  const catalog = {
    cities: [],
    categories: [],
    services: [{ id: "1", slug: "opera", name: "Opera", category_id: "1" }],
    counts: [{ facet: "s1", profiles: 3 }],
  }
  const totalOf = (filter: ListingFilter) => exactTotal(filter, 10, catalog)
  expect([totalOf({}), totalOf({ city: "lyon" }), totalOf({ service: "opera" })]).toEqual([10, 10, 3])
  const unknown: ListingFilter[] = [
    { q: "opera" },
    { when: "fri" },
    { service: "opera", verified: "1" },
    { city: "lyon", region: "rhone" },
  ]
  expect(unknown.map(totalOf)).toEqual([null, null, null, null])
})
