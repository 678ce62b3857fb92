import { expect, test } from "vitest"
import * as z from "zod"
import { Credentials } from "~/domain/accounts/schema"
import { fieldProblems } from "~/lib/field-problems"

function problemsOf(schema: z.ZodType, value: unknown) {
  const result = schema.safeParse(value)
  return result.success ? {} : fieldProblems(result.error)
}

test("a missing or empty value has the problem required", () => {
  expect(problemsOf(Credentials, {})).toEqual({ email: ["required"], password: ["required"] })
  expect(problemsOf(Credentials, { email: "a@b.co", password: "" })).toEqual({ password: ["required"] })
})

test("a value of another type is not reported as missing", () => {
  for (const wrong of [null, 0, 1, true, ["x"], {}])
    expect([wrong, problemsOf(Credentials, { email: "a@b.co", password: wrong })]).toEqual([
      wrong,
      { password: ["invalid"] },
    ])
})

test("an invalid e-mail has a problem of its own", () => {
  for (const email of ["ada", "ada@", "@example.org", "ada@example", "a b@example.org"])
    expect([email, problemsOf(Credentials, { email, password: "x" })]).toEqual([email, { email: ["email"] }])
})

test("a longer value than allowed has the problem too_long", () => {
  expect(problemsOf(Credentials, { email: "a@b.co", password: "x".repeat(129) })).toEqual({ password: ["too_long"] })
})

test("a nested field is reported by its path, and the whole by `body`", () => {
  const schema = z.object({ services: z.array(z.object({ price: z.number() })) })
  expect(problemsOf(schema, { services: [{ price: 1 }, { price: "x" }] })).toEqual({ "services.1.price": ["invalid"] })
  expect(problemsOf(schema, "x")).toEqual({ body: ["invalid"] })
})

test("a field may have several problems", () => {
  const schema = z.object({ code: z.string().min(3).regex(/^\d+$/) })
  expect(problemsOf(schema, { code: "x" })).toEqual({ code: ["required", "invalid"] })
})

test("a date that is incomplete or does not exist has a problem of its own, also where it may be left empty", () => {
  const schema = z.object({ day: z.iso.date(), until: z.union([z.literal(""), z.iso.date()]) })
  for (const date of ["2026--14", "2026-02-31", "14/11/2026"])
    expect([date, problemsOf(schema, { day: date, until: date })]).toEqual([date, { day: ["date"], until: ["date"] }])
  expect(problemsOf(schema, { day: "2026-02-28", until: "" })).toEqual({})
})
