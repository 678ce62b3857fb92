import type { SQL, Table } from "drizzle-orm"
import type { DataKind, HoldReason } from "../schema"

/**
 * A table with personal data: whose its rows are, what of them is exported, and how they are erased. Types require an
 * entry for each new table, and tests compare the registry with the database.
 */
export interface PersonalTable {
  table: Table
  kind: DataKind
  /**
   * SQL condition of a user's rows. It depends only on the user's id and on tables further down in the registry, so
   * that an interrupted erasure can start over.
   */
  of: (userId: string) => SQL
  export: ExportRule
  erase: EraseRule
}

/**
 * Exports every column but the hidden ones: secrets and internal identifiers; and of the user's rows those alone that `only` selects at
 * the time (epoch ms).
 */
type ExportRule =
  | {
      hide?: readonly string[]
      add?: Record<string, SQL>
      only?: (userId: string, now: number) => SQL
      /** An encrypted column, whose JSON object stands in its place. */
      sealed?: { column: string; purpose: (row: Record<string, unknown>) => string }
    }
  | { nothing: string }

type EraseRule =
  | "delete"
  /** Deleted with another table's row, by a foreign key or a trigger. */
  | "follows"
  /** Retained, minimised: `set` removes what identifies the user. */
  | { hold: HoldReason; set: Record<string, unknown> }

/** A table without personal data, and what it holds instead. */
export interface ImpersonalTable {
  nobody: string
}
