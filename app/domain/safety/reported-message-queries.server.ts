import { sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { isOfOthers } from "../decisions/cases/queries.server"
import type { ReportedMessage } from "./schema"

/** Returns the id of a report whose case is neither about this member of staff nor reported by them. */
export async function findOthersReport(
  db: Database,
  reference: string,
  staffId: string,
): Promise<{ id: string } | null> {
  const [rows] = await read(
    db,
    sql<{ id: string }>`SELECT reports.id FROM reports JOIN cases ON cases.id = reports.case_id
      WHERE reports.reference = ${reference} AND ${isOfOthers(staffId)}`,
  )
  return rows[0] ?? null
}

/** Returns the messages that a report copied, in their order. */
export async function findReportedMessages(db: Database, reportId: string): Promise<ReportedMessage[]> {
  const [rows] = await read(
    db,
    sql<Omit<ReportedMessage, "is_chosen"> & { is_chosen: number }>`
      SELECT c.seq, u.name AS author, c.body, c.is_chosen, c.created_at
      FROM report_messages AS c LEFT JOIN users AS u ON u.id = c.author_id WHERE c.report_id = ${reportId} ORDER BY c.seq`,
  )
  return rows.map((row) => ({ ...row, is_chosen: row.is_chosen === 1 }))
}
