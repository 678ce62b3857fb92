import { type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { reports } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import { openCase, openCaseOf, type StoredSubject } from "./queries.server"

/** Findings of a check of the site's own. */
export interface OwnReport extends Pick<typeof reports.$inferInsert, "id" | "category" | "priority" | "mediaId"> {
  subject: StoredSubject
  about: string | SQL
  details: string | SQL
}

/**
 * Returns the statements that report to staff what a check of the site's own found, if `when` holds: it opens a case about its subject,
 * or joins the open one. It hides nothing by itself, and figures do not count it as somebody's notice.
 */
export function reportOwn(
  db: Database,
  { id, subject, category, priority, ...report }: OwnReport,
  when: SQL,
  now: number,
) {
  const kind = { category, priority, isSuspect: false }
  return [
    ...openCase(db, { id, ...kind, subject }, when, now),
    insertSelect(
      db,
      reports,
      {
        ...report,
        ...kind,
        id,
        reference: `R-${id.slice(-8)}`,
        caseId: openCaseOf(subject),
        state: "received",
        locale: "en",
        isOwn: true,
        createdAt: now,
        updatedAt: now,
      },
      sql`WHERE ${when}`,
    ),
  ] as const
}
