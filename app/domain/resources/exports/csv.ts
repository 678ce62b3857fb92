import type { Value } from "../schema"

/**
 * Returns a line of CSV (RFC 4180) in UTF-8. A text that a spreadsheet would run as a formula gets an apostrophe before
 * it (OWASP, CSV injection).
 */
export function csvLine(values: readonly Value[]): string {
  return `${values.map(csvCell).join(",")}\r\n`
}

function csvCell(value: Value): string {
  if (value === null) return ""
  if (typeof value === "number") return String(value)
  const safe = /^\s*[=+\-@\t\r|%]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
