/** The largest file, in bytes, and its most rows: one request reads and writes them. */
export const maxImportBytes = 1024 * 1024
export const maxImportRows = 500
/** Columns of the widest file that is read: more than any resource has. */
export const maxImportColumns = 100

/** A row of a file, as the page shows it before it is imported. */
export interface ShownRow {
  /** Its number in a spreadsheet: the head is row 1. */
  row: number
  title: string
  isNew: boolean
  /** Heads of the columns that change a record; of a new one none. */
  changed: string[]
}

/** A row that is not imported, and why. */
export interface RefusedRow {
  row: number
  /** Head of the column that is wrong, or null if the whole row is. */
  column: string | null
  /** The reason, in the reader's language. */
  sentence: string
}

/** Effect that a file would have, of which nothing is written yet. */
export interface ImportPreview {
  rows: ShownRow[]
  /** How many rows are like their records already. */
  same: number
  refused: RefusedRow[]
  /** Heads of columns that no field has: they are not read. */
  unread: string[]
  /** JSON of the rows to import, which the form sends again: nothing of the file is stored. */
  rowsToSend: string
}

/** Effect of an import. */
export interface ImportResult {
  created: number
  changed: number
  refused: RefusedRow[]
}

/** A column that a file may have, for the page's list of them. */
export interface ImportColumn {
  head: string
  isRequired: boolean
  hint: string | null
  /** Values that it takes, if they are few. */
  options: string[]
}
