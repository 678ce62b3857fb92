import { sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { ReportState } from "~/db/enums"
import type { reports } from "~/db/schema"
import type { RowOf } from "~/db/statements/row"
import { nameOf } from "../accounts/owner-queries.server"
import type { Priority } from "./categories"
import type { ReportedMessage } from "./schema"

export interface DeskRow
  extends RowOf<
    typeof reports,
    | "id"
    | "reference"
    | "category"
    | "priority"
    | "state"
    | "about"
    | "details"
    | "email"
    | "locale"
    | "is_suspect"
    | "media_id"
    | "hides_media"
    | "hides_profile"
    | "closing_reason"
    | "due_at"
    | "created_at"
    | "updated_at"
  > {
  has_messages: number
  is_of_member: number
  is_unfounded: number
  /** The state of the media item it names; null once it is deleted. */
  media_state: string | null
  media_kind: "photo" | "video" | null
  media_width: number | null
  media_height: number | null
  profile_id: string | null
  reported_profile_id: string | null
  reported_profile_state: string | null
  closed_by: string | null
}

const shown = sql`r.id, r.reference, r.category, r.priority, r.state, r.about, r.details, r.email, r.locale, r.is_suspect,
  r.media_id, r.hides_media, r.hides_profile, r.profile_id AS reported_profile_id,
  (SELECT state FROM profiles WHERE id = r.profile_id) AS reported_profile_state, EXISTS (SELECT 1 FROM report_messages WHERE report_id = r.id) AS has_messages,
  r.reporter_id IS NOT NULL AS is_of_member, r.is_unfounded,
  m.state AS media_state, m.kind AS media_kind, m.width AS media_width, m.height AS media_height, m.profile_id,
  ${nameOf(sql`r.closed_by`)} AS closed_by, r.closing_reason, r.due_at, r.created_at, r.updated_at
  FROM reports AS r LEFT JOIN media AS m ON m.id = r.media_id`

export interface ReportPlace {
  /** Whether it was overdue when the first page was read. */
  isOverdue: boolean
  priority: Priority
  at: number
  id: string
}

/**
 * Returns open reports, those overdue at `asOf` (epoch ms) first, then by priority, then longest waiting first; closed ones latest
 * first.
 */
export async function findDeskReports(
  db: Database,
  state: ReportState,
  { after, asOf, limit }: { after: ReportPlace | null; asOf: number; limit: number },
): Promise<DeskRow[]> {
  const isOpen = state === "received"
  const isInTime = sql`(r.due_at >= ${asOf})`
  const beyond =
    after === null
      ? sql`1`
      : isOpen
        ? sql`(${isInTime}, r.priority, r.created_at, r.id)
            > (${after.isOverdue ? 0 : 1}, ${after.priority}, ${after.at}, ${after.id})`
        : sql`(r.updated_at, r.id) < (${after.at}, ${after.id})`
  const order = isOpen ? sql`${isInTime}, r.priority, r.created_at, r.id` : sql`r.updated_at DESC, r.id DESC`
  const [rows] = await read(
    db,
    sql<DeskRow>`SELECT ${shown} WHERE r.state = ${state} AND ${beyond} ORDER BY ${order} LIMIT ${limit}`,
  )
  return rows
}

/** Returns a report for staff. */
export async function findDeskReport(db: Database, reference: string): Promise<DeskRow | null> {
  const [[row]] = await read(db, sql<DeskRow>`SELECT ${shown} WHERE r.reference = ${reference}`)
  return row ?? null
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

/** SQL condition that always holds: reading is recorded whatever it finds. */
export const always = sql`true`
