import { stripVTControlCharacters } from "node:util"
import { describe, expect, test } from "vitest"
import { formatLogLine, type LogLine, parseLogLine, printLogTo } from "../../../scripts/lib/log-lines"

const at = new Date(2026, 10, 22, 9, 5, 7)
const format = (line: LogLine) => stripVTControlCharacters(formatLogLine(line, at))

const request: LogLine = {
  level: "info",
  event: "request",
  id: "8d2f",
  method: "GET",
  route: "/escorts/:slug",
  status: 200,
  ms: 12,
  d1_round_trips: 1,
  d1_statements: 2,
  rows_read: 3,
}

describe("a log line on a terminal", () => {
  test("a request is printed with its time, level, method, pattern, status and duration", () => {
    expect(format(request)).toBe("09:05:07 info  GET /escorts/:slug 200 12 ms")
    expect(format({ ...request, status: 404, code: "page.not_valid", cache: "miss" })).toBe(
      "09:05:07 info  GET /escorts/:slug 404 page.not_valid cache miss 12 ms",
    )
  })

  test("an error is printed with its stack and its cause on lines of their own", () => {
    const cause = { error: "Error: D1_ERROR: no such table: tags", stack: "at batch (b.ts:2:1)" }
    const stack = "at load (a.ts:1:1)\n    at run (a.ts:9:1)"
    expect(
      format({ level: "error", event: "page.failed", id: "8d2f", error: "Error: Failed query", stack, cause }),
    ).toBe(
      `09:05:07 error page.failed Error: Failed query id=8d2f
    at load (a.ts:1:1)
    at run (a.ts:9:1)
  caused by Error: D1_ERROR: no such table: tags
    at batch (b.ts:2:1)`,
    )
  })

  test("another event is printed with the names and values of its fields", () => {
    expect(format({ level: "warn", event: "mail.late", mails: 3, adapter: "http" })).toBe(
      "09:05:07 warn  mail.late mails=3 adapter=http",
    )
  })
})

describe("the output of a Worker", () => {
  const warning = '{"level":"warn","event":"mail.late"}'
  const colored = `\u001b[33m▲ \u001b[43;33m[\u001b[43;30mWARNING\u001b[43;33m]\u001b[0m \u001b[1m${warning}\u001b[0m`

  function print(isTTY: boolean, chunks: string[]): string {
    let printed = ""
    const write = printLogTo({ isTTY, write: (text) => (printed += text) })
    for (const chunk of chunks) write(chunk)
    return stripVTControlCharacters(printed)
  }

  test("a log line is read with and without wrangler's decoration, and other output is none", () => {
    expect(parseLogLine(warning)).toEqual({ level: "warn", event: "mail.late" })
    expect(parseLogLine(colored)).toEqual({ level: "warn", event: "mail.late" })
    expect(["Starting …", '{"level":', '{"level":"info"'].map(parseLogLine)).toEqual([null, null, null])
  })

  test("log lines are formatted on a terminal, and are JSON elsewhere, wherever the output is split", () => {
    const chunks = [
      `Ready\n${colored.slice(0, 40)}`,
      `${colored.slice(40)}\n\n\n[wrangler:info] GET / 200 OK (1ms)\nDone\n`,
    ]
    expect(print(false, chunks)).toBe(`Ready\n${warning}\nDone\n`)
    expect(print(true, chunks)).toMatch(/^Ready\n\d\d:\d\d:\d\d warn {2}mail\.late\nDone\n$/)
  })
})
