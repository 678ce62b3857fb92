import { vi } from "vitest"

/** A line that the Worker wrote to its log. */
export interface LogLine extends Record<string, unknown> {
  level: "info" | "warn" | "error"
  event: string
}

let lines: { text: string; line: LogLine }[] = []

/** Records what the Worker logs instead of printing it: the tests run in the Worker's own isolate. */
export function watchLog(): void {
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      const text = parts.map(String).join(" ")
      lines.push({ text, line: parse(text) ?? { level, event: "not JSON", text } })
    })
  }
}

function parse(text: string): LogLine | null {
  try {
    return JSON.parse(text) as LogLine
  } catch {
    return null
  }
}

/** Empties the log; returns its lines. */
export function forgetLog(): LogLine[] {
  const taken = lines.map(({ line }) => line)
  lines = []
  return taken
}

/** Takes the lines of one event out of the log. */
export function takeLog(event: string): LogLine[] {
  const taken = lines.filter(({ line }) => line.event === event)
  lines = lines.filter((entry) => !taken.includes(entry))
  return taken.map(({ line }) => line)
}

/** Returns everything logged so far, as it would be printed. */
export function logText(): string {
  return lines.map(({ text }) => text).join("\n")
}
