import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { type JsonText, trustedJson } from "~/db/statements/json"
import type { SubjectCases, SubjectKind } from "./about"
import { isOfOthers, isOpenCase } from "./queries.server"

/** Columns of cases with the id of their member, profile or media item. */
const columns: Record<SubjectKind, SQL> = {
  member: sql`cases.user_id`,
  profile: sql`cases.profile_id`,
  media: sql`cases.subject_id`,
}

/** SQL condition on `cases`: it is about this member, this profile or part of it, or this media item. Each has its index. */
export const isCaseOf = (kind: SubjectKind, id: SQL | string): SQL => sql`${columns[kind]} = ${id}`

/** How many cases stand beside their subject: the others are in the list of cases. */
const shown = 5

/**
 * SQL JSON of the cases about a member, profile or media item, open ones first, then latest first; none that is about the reader
 * or that they reported. NULL without a reader: staff who may not read cases.
 */
export function casesJson(
  kind: SubjectKind,
  id: SQL | string,
  readerId: string | null,
): SQL<JsonText<SubjectCases> | null> {
  if (readerId === null) return sql`NULL`
  const isSeen = sql`${isCaseOf(kind, id)} AND ${isOfOthers(readerId)}`
  return sql`(SELECT json_object(
    'all', (SELECT count(*) FROM cases WHERE ${isSeen}),
    'open', (SELECT count(*) FROM cases WHERE ${isSeen} AND ${isOpenCase}),
    'latest', (SELECT json_group_array(json_object('reference', reference, 'category', category, 'priority', priority, 'state', state,
        'subject_kind', subject_kind, 'text', nullif(profile_text, ''), 'created_at', created_at))
      FROM (SELECT * FROM cases WHERE ${isSeen} ORDER BY ${isOpenCase} DESC, id DESC LIMIT ${shown}))))`
}

/** Returns the cases about a member, profile or media item as `casesJson` does; null without a reader. */
export async function findCasesAbout(
  db: Database,
  kind: SubjectKind,
  id: string,
  readerId: string | null,
): Promise<SubjectCases | null> {
  if (readerId === null) return null
  const [[row]] = await read(
    db,
    sql<{ cases: JsonText<SubjectCases> }>`SELECT ${casesJson(kind, id, readerId)} AS cases`,
  )
  return row ? trustedJson(row.cases) : null
}
