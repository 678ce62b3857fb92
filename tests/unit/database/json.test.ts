import { expect, expectTypeOf, test } from "vitest"
import * as z from "zod"
import { type JsonText, parseJson, trustedJson } from "~/db/statements/json"

test("JSON of a column has the type that its query names, and null stays null", () => {
  const column = { tags: '["a"]', note: null } as { tags: JsonText<string[]>; note: JsonText<{ text: string }> | null }
  const tags = trustedJson(column.tags)
  const note = trustedJson(column.note)
  expectTypeOf(tags).toEqualTypeOf<string[]>()
  expectTypeOf(note).toEqualTypeOf<{ text: string } | null>()
  expect([tags, note]).toEqual([["a"], null])
})

test("JSON of a plain string is unknown", () => {
  expectTypeOf(trustedJson(String(1))).toEqualTypeOf<unknown>()
})

test("JSON from outside is what its schema allows, or an error", () => {
  const Sum = z.object({ rows: z.int() })
  expect(parseJson(Sum, '{"rows":2}')).toEqual({ rows: 2 })
  expect(() => parseJson(Sum, '{"rows":"2"}')).toThrow(z.ZodError)
  expect(() => parseJson(Sum, "{")).toThrow(SyntaxError)
})
