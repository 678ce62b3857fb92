import Papa from "papaparse"
import { unescapedCell } from "../../../core/shared/csv"
import type { Resource } from "../resource"
import { columnFinder } from "./columns"
import { maxImportColumns, maxImportRows } from "./schema"

/** A row of a file: its number in a spreadsheet, and its cells by the names of their columns. */
export interface FileRow {
  row: number
  cells: Record<string, string>
}

/** The key in `admin-import:file` of why a file is not read. */
type FileProblem = "encoding" | "binary" | "empty" | "heads" | "head_twice" | "columns" | "rows" | "quotes"

/** A file that is not read, with what its sentence names. */
interface Unread {
  problem: FileProblem
  values?: Record<string, string | number>
}

interface ReadFile {
  rows: FileRow[]
  /** Heads of the columns that no field has. */
  unread: string[]
  /** Rows whose cells are more or fewer than the heads. */
  uneven: number[]
}

const delimiters = [",", ";"] as const

/**
 * Reads a CSV file of a resource (RFC 4180; commas or semicolons, UTF-8 with or without a byte order mark). Cells that
 * `csvLine` escaped are as they were.
 */
export function readFile(resource: Resource, bytes: Uint8Array): ReadFile | Unread {
  const text = decode(bytes)
  if (text === null) return { problem: "encoding" }
  if (text.includes("\0")) return { problem: "binary" }
  const nameOf = columnFinder(resource)
  const [first, second] = delimiters.map((delimiter) => {
    const [cells = []] = parse(text, delimiter, 1).data
    const names = cells.map((cell) => nameOf(unescapedCell(cell)))
    return { delimiter, cells, names, known: names.filter((name) => name !== null) }
  })
  const head = first && second && second.known.length > first.known.length ? second : first
  if (!head || text.trim() === "") return { problem: "empty" }
  const { names, known } = head
  if (names.length > maxImportColumns) return { problem: "columns", values: { max: maxImportColumns } }
  if (known.length === 0) return { problem: "heads" }
  const twice = head.cells.find((_, index) => names[index] !== null && names.indexOf(names[index] ?? null) < index)
  if (twice !== undefined) return { problem: "head_twice", values: { head: twice } }

  const { data, errors } = parse(text, head.delimiter)
  const unquoted = errors.find(({ type }) => type === "Quotes")
  if (unquoted) return { problem: "quotes", values: { row: (unquoted.row ?? 0) + 1 } }
  const written = data
    .map((cells, index) => ({ row: index + 1, cells }))
    .slice(1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
  if (written.length > maxImportRows) return { problem: "rows", values: { max: maxImportRows } }
  if (written.length === 0) return { problem: "empty" }
  const isEven = (cells: string[]) =>
    cells.length >= names.length && cells.slice(names.length).every((cell) => cell.trim() === "")
  return {
    rows: written
      .filter(({ cells }) => isEven(cells))
      .map(({ row, cells }) => ({
        row,
        cells: Object.fromEntries(
          names.flatMap((name, index) => (name === null ? [] : [[name, unescapedCell(cells[index] ?? "")]])),
        ),
      })),
    uneven: written.filter(({ cells }) => !isEven(cells)).map(({ row }) => row),
    unread: head.cells.filter((cell, index) => names[index] === null && cell.trim() !== ""),
  }
}

/** Returns a text of UTF-8 without its byte order mark; null for what is not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Reads the first rows, or all. */
function parse(text: string, delimiter: string, preview = 0) {
  return Papa.parse<string[]>(text, { delimiter, preview })
}
