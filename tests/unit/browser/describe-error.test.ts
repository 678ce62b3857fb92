import { DrizzleQueryError } from "drizzle-orm/errors"
import { describe, expect, test } from "vitest"
import { describeError } from "~/lib/describe-error"

const values = ["ada@example.org", "line\n    at secret (ada@example.org)\nparams: ada@example.org"]

describe("an error in the log", () => {
  test("a logged database error has its statement, cause and stack, and none of the values", () => {
    const failed = new DrizzleQueryError("select * from users where email = ?", values, new Error("D1_ERROR: locked"))
    const described = describeError(failed)
    expect(JSON.stringify(described)).not.toContain("ada@example.org")
    expect(described).toMatchObject({
      error: "Error: Failed query: select * from users where email = ?",
      cause: { error: "Error: D1_ERROR: locked" },
      stack: expect.stringMatching(/^at .*describe-error\.test/),
    })
  })

  test("an error caused by the database's has none of the values in the log either", () => {
    const cause = new DrizzleQueryError("insert", values, new Error("locked"))
    for (const error of [
      new Error("failed", { cause }),
      new AggregateError([cause], "several"),
      new Error(`wrapped: ${cause.message}`),
      String(cause),
      cause.message,
    ])
      expect(JSON.stringify(describeError(error))).not.toContain("ada@example.org")
  })

  test("every other error, and a thrown value, has its own words in the log", () => {
    expect(describeError(new TypeError("x is not a function"))).toMatchObject({
      error: "TypeError: x is not a function",
    })
    expect(describeError("just text")).toEqual({ error: "just text" })
    expect(describeError(undefined)).toEqual({ error: "undefined" })
  })
})
