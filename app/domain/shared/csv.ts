/** Writes rows as CSV (RFC 4180) with a byte order mark, for spreadsheets. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((cells) => cells.map(quote).join(",")).join("\r\n")}\r\n`
}

/** Quotes a cell; a leading apostrophe keeps spreadsheets from running it as a formula. */
function quote(cell: string): string {
  const text = /^[=+\-@\t]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell
  return `"${text.replaceAll('"', '""')}"`
}
