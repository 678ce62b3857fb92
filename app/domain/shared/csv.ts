/** Writes rows as CSV (RFC 4180) with a byte order mark, for spreadsheets. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map(csvLine).join("")
}

/** Begins a file of CSV: spreadsheets then read UTF-8. */
export const byteOrderMark = "\ufeff"

/** Returns a line of CSV with its end. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (typeof cell === "string" ? quote(cell) : (cell ?? ""))).join(",")}\r\n`
}

/** Quotes a cell; a leading apostrophe keeps spreadsheets from running it as a formula (OWASP, CSV injection). */
function quote(cell: string): string {
  const isFormula = /^\s*[=+\-@\t\r|%＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)
  return `"${(isFormula ? `'${cell}` : cell).replaceAll('"', '""')}"`
}
