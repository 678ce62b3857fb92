import fc from "fast-check"
import { expect, test } from "vitest"
import { decodeCursor, encodeCursor } from "~/domain/profiles/cursor"
import { newId } from "~/lib/id"

const place = fc.record({
  publishedAt: fc.integer({ min: 0, max: 3_600_000_000_000_000 }),
  profileId: fc.integer({ min: 0, max: 281_474_976_710_655 }).map(newId),
})

test("a place comes back as it was", () => {
  fc.assert(
    fc.property(place, (place) => {
      expect(decodeCursor(encodeCursor(place))).toEqual(place)
    }),
  )
})

test("a cursor needs no escaping in an address", () => {
  fc.assert(
    fc.property(place, (place) => {
      const cursor = encodeCursor(place)
      expect(encodeURIComponent(cursor)).toBe(cursor)
    }),
  )
})

test("any other text is refused, and never breaks anything", () => {
  const id = "0".repeat(26)
  for (const text of [
    "",
    ".",
    "abc",
    `.${id}`,
    `abc.${id}0`,
    `abc.${id.slice(1)}`,
    `-1.${id}`,
    `a b.${id}`,
    `ABC.${id}`,
    `abc.${id}\n`,
  ])
    expect(() => decodeCursor(text)).toThrow(expect.objectContaining({ code: "cursor.invalid" }))
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(() => decodeCursor(text)).toThrow("cursor.invalid")
    }),
  )
})
