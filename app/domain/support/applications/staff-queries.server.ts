import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { applications } from "~/db/schema"
import type { KeysetPlace } from "../../core/shared/keyset-cursor"
import { type ApplicationRow, columns } from "./queries.server"
import type { ApplicationState } from "./schema"

/** SQL id of this application, unless it is a draft. */
export function submittedOf(id: string): SQL {
  return sql`(SELECT id FROM applications WHERE id = ${id} AND state <> 'draft')`
}

/** Lists the applications in a state, oldest submission first, as staff see them. */
export async function findDeskApplications(
  db: Database,
  state: ApplicationState,
  after: KeysetPlace | null,
  limit: number,
) {
  const beyond = after === null ? sql`1` : sql`(a.submitted_at, a.id) > (${after.at}, ${after.id})`
  const [rows] = await read(
    db,
    sql<ApplicationRow & { pictures: number }>`SELECT ${columns},
      (SELECT count(*) FROM application_pictures WHERE application_id = a.id) AS pictures
      FROM applications AS a
      WHERE a.state = ${state} AND ${beyond} ORDER BY a.submitted_at, a.id LIMIT ${limit}`,
  )
  return rows
}

/** SQL condition on `applications`: this one is as staff read it, and not the staff member's own. */
export function isAsReadByStaff(seen: { id: string; state: ApplicationState; version: number; staffId: string }) {
  return and(
    eq(applications.id, seen.id),
    eq(applications.state, seen.state),
    eq(applications.version, seen.version),
    sql`${applications.userId} IS NOT ${seen.staffId}`,
  )
}

/** SQL expressions of the applicant's id, null for a visitor, and the reference, for their notifications. */
export function notifiedOf(id: string): { to: SQL; reference: SQL } {
  return {
    to: sql`(SELECT user_id FROM applications WHERE id = ${id})`,
    reference: sql`(SELECT reference FROM applications WHERE id = ${id})`,
  }
}

/** Returns a statement that applies a staff action to the application `asRead`. */
export function updateByStaff(
  db: Database,
  asRead: SQL | undefined,
  change: Pick<typeof applications.$inferInsert, "state" | "version" | "staffId" | "expiresAt" | "note" | "decidedAt">,
  now: number,
) {
  return db
    .update(applications)
    .set({ ...change, updatedAt: now })
    .where(asRead)
}

/** Returns the applicant's id, null for a visitor, and the name of the member of staff who last acted on it. */
export async function findHandling(db: Database, id: string) {
  const [[row]] = await read(
    db,
    sql<{ user_id: string | null; staff: string | null }>`SELECT a.user_id,
      (SELECT name FROM users WHERE id = a.staff_id) AS staff FROM applications AS a WHERE a.id = ${id}`,
  )
  return row ?? null
}
