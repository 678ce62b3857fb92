import { describe, expect, test } from "vitest"
import { followChanges, judge, type KnownChanges } from "~/domain/content/changes"
import { listScopes } from "~/domain/profiles/listing-scopes"

const limit = 3
const found = (epoch: number, ...changes: [scope: string, epoch: number][]) => ({
  epoch,
  changes: changes.map(([scope, number]) => ({ scope, epoch: number })),
})
const known = (...readings: ReturnType<typeof found>[]) =>
  readings.reduce<KnownChanges | null>((before, reading) => followChanges(before, reading, limit), null) as KnownChanges
const page = (epoch: number, ...scopes: string[]) => ({ epoch, scopes })

describe("the changes that an isolate knows", () => {
  test("a page is fresh while none of its scopes changed after it was rendered", () => {
    const changes = known(found(10, ["a", 10]), found(12, ["b", 12], ["a", 11]))
    expect(judge(page(11, "a", "c"), changes)).toBe("fresh")
    expect(judge(page(10, "a"), changes)).toBe("stale")
    expect(judge(page(11, "a", "b"), changes)).toBe("stale")
    expect(judge(page(1, "c"), changes)).toBe("fresh")
  })

  test("a reading without changes keeps what is known, under the new number", () => {
    expect(known(found(10, ["a", 10]), found(11))).toEqual({ epoch: 11, since: 0, scopes: new Map([["a", 10]]) })
  })

  test("of more scopes than the limit those that changed last are known, and older pages are unknown", () => {
    const changes = known(
      found(10, ["a", 10]),
      found(14, ["c", 14], ["b", 12]),
      found(15, ["a", 15]),
      found(16, ["d", 16]),
    )
    expect([...changes.scopes.keys()]).toEqual(["c", "a", "d"])
    expect(changes.since).toBe(12)
    expect([judge(page(11, "x"), changes), judge(page(12, "x"), changes)]).toEqual(["unknown", "fresh"])
  })

  test("a reading that is cut leaves unknown what was before it", () => {
    const changes = known(found(10, ["a", 10]), found(20, ["d", 20], ["c", 19], ["b", 18]))
    expect([...changes.scopes.keys()]).toEqual(["b", "c", "d"])
    expect([judge(page(17, "a"), changes), judge(page(18, "a"), changes)]).toEqual(["unknown", "fresh"])
    expect(judge(page(17, "b"), changes)).toBe("stale")
  })

  test("a first reading that is cut leaves unknown what was before it", () => {
    expect(judge(page(17, "a"), known(found(20, ["d", 20], ["c", 19], ["b", 18])))).toBe("unknown")
  })

  test("a page of a change that is not read yet is unknown", () => {
    expect(judge(page(11, "a"), known(found(10, ["b", 10])))).toBe("unknown")
  })

  test("after an older database was restored, pages before and after its number are unknown", () => {
    const changes = known(found(10, ["a", 10]), found(5))
    expect([4, 5, 6].map((epoch) => judge(page(epoch, "b"), changes))).toEqual(["unknown", "fresh", "unknown"])
    expect(judge(page(5, "site"), followChanges(changes, found(99, ["site", 99]), limit))).toBe("stale")
  })
})

describe("the scopes of a list", () => {
  const catalog = {
    cities: [
      { id: "c1", slug: "lyon", region_slug: "south" },
      { id: "c2", slug: "nice", region_slug: "south" },
      { id: "c3", slug: "lille", region_slug: "north" },
    ],
    categories: [{ id: "k1", slug: "dinner" }],
  }
  test.each([
    [{}, ["list:"]],
    [{ sort: "newest" as const }, ["list:"]],
    [{ city: "lyon" }, ["list:c1"]],
    [{ region: "south" }, ["list:c1", "list:c2"]],
    [{ category: "dinner" }, ["list:k1"]],
    [{ category: "dinner", city: "lyon" }, ["list:c1", "filter:c1"]],
    [{ category: "dinner", region: "north" }, ["list:c3", "filter:c3"]],
    [{ category: "dinner", available: "1" as const }, ["list:k1", "filter:"]],
    [{ sort: "price-up" as const }, ["list:", "filter:"]],
    [{ city: "lyon", language: "fr" }, ["list:c1", "filter:c1"]],
    [{ region: "south", verified: "1" as const }, ["list:c1", "list:c2", "filter:c1", "filter:c2"]],
    [{ service: "theatre" }, ["list:", "filter:"]],
  ])("%j", (query, scopes) => {
    expect(listScopes(query, catalog)).toEqual(scopes)
  })
})
