import { describe, expect, test } from "vitest"
import { codeFrame, describeForDeveloper, type ShownError, withError } from "../../../scripts/lib/hot-errors"

const root = process.cwd()
const file = `${root}/tests/unit/scripts/hot-errors.test.ts`

describe("an error for the developer", () => {
  test("its place is the first frame of our sources outside of app/db, and its message names the causes", () => {
    const frames = [`${root}/node_modules/hono/x.js:1:1`, `${root}/app/db/client.server.ts:2:1`, `${file}:4:7`]
    const cause = { error: "Error: D1_ERROR: no such table: tags" }
    const shown = describeForDeveloper(
      { error: "Error: Failed query", stack: frames.join("\n"), cause },
      "development",
      root,
    )
    expect(shown?.loc).toEqual({ file, line: 4, column: 7 })
    expect(shown?.frame).toContain("> 4 | const root")
    expect(shown?.message).toMatch(/^Error: Failed query\nCaused by Error: D1_ERROR: .*\n.*docs\/migrations\.md/)
    expect(describeForDeveloper({ error: "just text" }, "test", root)).toMatchObject({
      message: "just text",
      stack: "just text",
    })
  })

  test("in production there is none", () => {
    expect(describeForDeveloper({ error: "Error: x", stack: `at f (${file}:4:7)` }, "production", root)).toBeNull()
  })

  test("its code frame has two lines before and after, and marks the column", () => {
    expect(codeFrame("a\nb\nc = d\ne\nf\ng", { line: 3, column: 5 })).toBe(
      "  1 | a\n  2 | b\n> 3 | c = d\n    |     ^\n  4 | e\n  5 | f\n",
    )
  })
})

describe("a failed response on the hot server", () => {
  const error: ShownError = {
    message: "Error: <script>x</script>",
    stack: `Error: <script>x</script>\n    at f (${file}:4:7)`,
    loc: { file, line: 4, column: 7 },
  }

  test("a page is replaced by the error, escaped, with its place", async () => {
    const page = new Response("Sorry", { status: 500, headers: { "Content-Type": "text/html; charset=utf-8" } })
    const html = await (await withError(page, error, root))?.text()
    expect(html).toContain("Error: &lt;script>x")
    expect(html).not.toContain("<script>x")
    expect(html).toContain("tests/unit/scripts/hot-errors.test.ts:4:7")
  })

  test("the API's JSON has the error and its place in a field of its own", async () => {
    const shown = await withError(Response.json({ code: "server.failed" }, { status: 500 }), error, root)
    expect([shown?.status, await shown?.json()]).toEqual([
      500,
      {
        code: "server.failed",
        debug: { error: error.message, at: "tests/unit/scripts/hot-errors.test.ts:4:7", stack: expect.any(Array) },
      },
    ])
  })

  test("a response that succeeded, and page data, are as they were", async () => {
    const data = { "Content-Type": "text/x-script; charset=utf-8" }
    expect(await withError(Response.json({}), error, root)).toBeNull()
    expect(await withError(new Response("[]", { status: 500, headers: data }), error, root)).toBeNull()
  })
})
