import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bindCursor, type CursorScope, unbindCursor } from "~/domain/core/shared/cursor-scope"
import { decodeCursor, encodeCursor } from "~/domain/profiles/cursor"

const anyPlace = fc.record({ place: fc.maxSafeNat(), isBack: fc.boolean() })

test("a cursor is decoded as it was encoded, and needs no escaping in an address", () => {
  fc.assert(
    fc.property(anyPlace, (place) => {
      const cursor = encodeCursor(place)
      expect(decodeCursor(cursor)).toEqual(place)
      expect(encodeURIComponent(cursor)).toBe(cursor)
    }),
  )
})

test("any other text is refused as a cursor, without a failure", () => {
  for (const text of [
    "",
    ".",
    "-",
    "--1",
    "-0a",
    "1.5",
    "00",
    "0a",
    "ABC",
    "a b",
    "abc\n",
    "zzzzzzzzzzzz",
    "9".repeat(200),
    "Infinity",
  ])
    expect(() => decodeCursor(text)).toThrow(expect.objectContaining({ code: "cursor.invalid" }))
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      try {
        expect(encodeCursor(decodeCursor(text))).toBe(text)
      } catch (error) {
        expect(error).toMatchObject({ code: "cursor.invalid" })
      }
    }),
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
