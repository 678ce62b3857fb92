import fc from "fast-check"
import { expect, test } from "vitest"
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
