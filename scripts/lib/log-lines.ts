import { stripVTControlCharacters, styleText } from "node:util"

/** A line that the Worker writes to its log: worker/middleware/request-log.ts. */
export interface LogLine extends Record<string, unknown> {
  level: "info" | "warn" | "error"
  event: string
}

/** An error in such a line: app/lib/describe-error.ts. */
export interface LoggedError {
  error: string
  stack?: string
  cause?: LoggedError
}

/** Parses a log line, also one in which wrangler has set warnings and errors off with colours. Null for other output. */
export function parseLogLine(text: string): LogLine | null {
  const json = /\{"level":.*\}/.exec(stripVTControlCharacters(text))?.[0]
  if (!json) return null
  try {
    return JSON.parse(json) as LogLine
  } catch {
    return null
  }
}

/** Formats a log line for a terminal, without a line break at its end; an error's stack follows on lines of its own. */
export function formatLogLine({ level, event, ...fields }: LogLine, at: Date): string {
  const time = styleText("dim", at.toTimeString().slice(0, 8))
  const start = `${time} ${styleText(levelColors[level], level.padEnd(5))}`
  if (event === "request") return `${start} ${formatRequest(fields)}`
  const { error, stack, cause, ...rest } = fields
  const values = Object.entries(rest).map(([name, value]) => styleText("dim", `${name}=${plain(value)}`))
  const failure = error === undefined ? [] : formatError({ error, stack, cause } as LoggedError)
  const [message = [], ...frames] = failure
  return [[start, event, message, ...values].flat().join(" "), ...frames].join("\n")
}

const levelColors = { info: "cyan", warn: "yellow", error: "red" } as const

function formatRequest({ method, route, status, code, cache, ms }: Record<string, unknown>): string {
  const color = Number(status) >= 500 ? "red" : Number(status) >= 400 ? "yellow" : "green"
  const parts = [method, route, styleText(color, String(status)), code, cache && `cache ${cache}`, `${ms} ms`]
  return parts.filter((part) => part).join(" ")
}

/** Returns the lines of an error and its causes. */
export function formatError({ error, stack, cause }: LoggedError): string[] {
  const frames = (stack ?? "").split("\n").filter((frame) => frame.trim() !== "")
  const below = cause ? formatError(cause) : []
  const [first, ...rest] = below
  return [
    error,
    ...frames.map((frame) => `    ${frame.trim()}`),
    ...(first === undefined ? [] : [`  caused by ${first}`, ...rest]),
  ]
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}

interface Output {
  isTTY?: boolean
  write: (text: string) => unknown
}

/**
 * Returns a function that prints the output of a Worker, in chunks of any length: log lines formatted on a terminal and
 * as JSON elsewhere, everything else as it is. Wrangler's own lines of requests are left out: the log has them.
 */
export function printLogTo(output: Output): (chunk: string) => void {
  let unfinished = ""
  let isAfterLog = false
  return (chunk) => {
    const lines = (unfinished + chunk).split("\n")
    unfinished = lines.pop() ?? ""
    for (const text of lines) {
      const line = parseLogLine(text)
      if (line) printLogLine(line, output)
      // Wrangler sets warnings and errors off with empty lines.
      else if (!/^\[wrangler:info\] [A-Z]+ \//.test(text) && !(isAfterLog && text === "")) output.write(`${text}\n`)
      isAfterLog = line !== null || (isAfterLog && text === "")
    }
  }
}

export function printLogLine(line: LogLine, output: Output = process.stdout): void {
  output.write(`${output.isTTY ? formatLogLine(line, new Date()) : JSON.stringify(line)}\n`)
}
