import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bindCursor, type CursorScope, unbindCursor } from "~/domain/core/shared/cursor-scope"
import { decodeCursor, encodeCursor } from "~/domain/profiles/cursor"
import type { Sort } from "~/domain/profiles/schema"

const sorts: Sort[] = ["newest", "price-up", "price-down"]
const anyId = fc.string({ unit: fc.constantFrom(..."0123456789ABCXYZabcxyz_-"), minLength: 1, maxLength: 26 })
const anyPlace = fc.record({ place: fc.maxSafeNat(), id: anyId, isOther: fc.boolean(), isBack: fc.boolean() })

test("a cursor is decoded as it was encoded, and needs no escaping in an address", () => {
  fc.assert(
    fc.property(anyPlace, fc.constantFrom(...sorts), (place, sort) => {
      const cursor = encodeCursor(place, sort)
      expect(decodeCursor(cursor, sort)).toEqual(place)
      expect(encodeURIComponent(cursor)).toBe(cursor)
    }),
  )
})

test("any other text is refused as a cursor, without a failure", () => {
  for (const text of [
    "",
    ".",
    "-",
    "abc",
    "abc.",
    "--1.x",
    "_-1.x",
    "__1.x",
    "-0a.x",
    "1.5.x",
    "00.x",
    "0a.x",
    "ABC.x",
    "a b.x",
    "abc.x\n",
    "abc.x y",
    "zzzzzzzzzzzz.x",
    `abc.${"x".repeat(65)}`,
    "9".repeat(200),
    "Infinity",
  ])
    expect(() => decodeCursor(text, "newest")).toThrow(expect.objectContaining({ code: "cursor.invalid" }))
  for (const text of ["abc.x", "abc.zzzzzz.x", "abc.00.x", "zzzzzzzzzz.0.x"])
    expect(() => decodeCursor(text, "price-up")).toThrow(expect.objectContaining({ code: "cursor.invalid" }))
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...sorts), (text, sort) => {
      try {
        expect(encodeCursor(decodeCursor(text, sort), sort)).toBe(text)
      } catch (error) {
        expect(error).toMatchObject({ code: "cursor.invalid" })
      }
    }),
  )
})

test("a cursor names a time or a price and the profile's id, whatever the numbers of an index", () => {
  const [time, price] = [1_764_000_000, 15_000]
  expect(encodeCursor({ place: time, id: "01ADA", isOther: false, isBack: false }, "newest")).toBe(
    `${time.toString(36)}.01ADA`,
  )
  expect(encodeCursor({ place: price * 2 ** 28 + 7, id: "01ADA", isOther: false, isBack: true }, "price-up")).toBe(
    `-${price.toString(36)}.7.01ADA`,
  )
})

describe("the order and filters of a cursor", () => {
  const scopes: CursorScope[] = [
    {},
    { city: "paris" },
    { city: "lyon" },
    { region: "paris" },
    { city: "paris", sort: "price-up" },
    { city: "paris", verified: "1" },
  ]

  test("a cursor is accepted with the order and filters it was made for, named in any order", () => {
    for (const scope of scopes) expect(unbindCursor(bindCursor("-abc", scope), scope)).toBe("-abc")
    const [one, other] = [
      { city: "paris", q: "a" },
      { q: "a", city: "paris" },
    ]
    expect(bindCursor("abc", one)).toBe(bindCursor("abc", other))
  })

  test("a cursor is refused with any other order or filters", () => {
    for (const scope of scopes)
      for (const other of scopes.filter((one) => one !== scope))
        expect(() => unbindCursor(bindCursor("abc", scope), other)).toThrow(
          expect.objectContaining({ code: "cursor.invalid" }),
        )
    for (const text of ["abc~", "abc~~", "abc~1~2", "~1"])
      expect(() => unbindCursor(text, {})).toThrow(expect.objectContaining({ code: "cursor.invalid" }))
  })

  test("a filter that is not set does not change the cursor of a plain list", () => {
    expect(bindCursor("abc", { city: undefined, q: "", kind: null })).toBe("abc")
  })
})
