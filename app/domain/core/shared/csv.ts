import { decimalSign } from "~/i18n/format"
import type { Locale } from "~/i18n/locales"

type Cell = string | number | null

/** Separator of cells that the spreadsheets of a language expect, since their decimals may have a comma. */
const separatorOf = (locale: Locale) => (decimalSign(locale) === "," ? ";" : ",")

/** Writes rows as CSV with a byte order mark, for the spreadsheets of a language (RFC 4180; in French with semicolons). */
export function csvOf(rows: readonly (readonly Cell[])[], locale: Locale): string {
  return byteOrderMark + rows.map((cells) => csvLine(cells, locale)).join("")
}

/** Begins a file of CSV: spreadsheets then read UTF-8. */
export const byteOrderMark = "\ufeff"

/** Returns a line of CSV with its end. */
export function csvLine(cells: readonly Cell[], locale: Locale): string {
  const texts = cells.map((cell) => (typeof cell === "string" ? quote(cell) : decimal(cell ?? "", locale)))
  return `${texts.join(separatorOf(locale))}\r\n`
}

/** Returns an amount of cents as a cell in units, with two decimals and the decimal sign of the language. */
export function csvAmount(cents: number, locale: Locale): string {
  return decimal((cents / 100).toFixed(2), locale)
}

function decimal(value: string | number, locale: Locale): string {
  return String(value).replace(".", decimalSign(locale))
}

const formula = String.raw`\s*[=+\-@\t\r|%＝＋－＠]`
const signedNumber = /^-?\d+([.,]\d+)?$/

/**
 * Quotes a cell; a leading apostrophe keeps spreadsheets from running it as a formula (OWASP, CSV injection). A text that
 * has such an apostrophe itself gets another one, so that `unescapedCell` returns each text as it was.
 */
function quote(cell: string): string {
  const isFormula = new RegExp(`^'*${formula}`).test(cell) && !signedNumber.test(cell)
  return `"${(isFormula ? `'${cell}` : cell).replaceAll('"', '""')}"`
}

/** Returns a cell without the apostrophe that `csvLine` writes before what looks like a formula. */
export function unescapedCell(cell: string): string {
  return new RegExp(`^'+${formula}`).test(cell) ? cell.slice(1) : cell
}
