import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { endOfSanction } from "~/db/sanctions"
import type { users } from "~/db/schema"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import type { StaffRole } from "../../core/actor/roles"
import { selectRowsWith } from "../../core/shared/text-queries.server"
import type { SubjectCases } from "../../decisions/cases/about"
import { casesJson } from "../../decisions/cases/about-queries.server"
import { selectStrikes, toRuleStrikes } from "../../decisions/queries.server"
import type { RuleStrikes } from "../../decisions/strikes"
import { selectTemplates } from "../../decisions/template-queries.server"
import type { ReasonTemplate } from "../../decisions/templates"
import type { DeskMember, FoundMember, MemberSanction } from "./members"

interface MemberRow
  extends RowOf<
    typeof users,
    "id" | "name" | "email" | "locale" | "created_at" | "email_verified_at" | "banned_at" | "banned_by" | "ban_reason"
  > {
  email_returned: JsonText<DeskMember["email_returned"]> | null
  banned_by_name: string | null
  suspended_until: number | null
  limited_until: number | null
  is_owner: number
  /** Separated by commas. */
  granted: string
  /** Names. */
  groups: JsonText<string[]>
  sessions: number
  tickets: number
  open_tickets: number
  erased_at: number | null
}

/** A member's profile, and the cases about them or it. */
interface ProfileFacts {
  profile: JsonText<DeskMember["profile"]> | null
  cases: JsonText<SubjectCases> | null
}

const endOf = (kind: "limit" | "suspend", now: number) => endOfSanction(sql`u.id`, kind, now)

/**
 * Returns a member with what staff see of them, their sanctions, latest first, and the rules with their strikes: one round trip.
 * `casesReader`: the reader's id if they may read cases.
 */
export async function findMember(
  db: Database,
  id: string,
  { locale, now, casesReader }: { locale: Locale; now: number; casesReader: string | null },
): Promise<{
  member: (MemberRow & ProfileFacts) | null
  sanctions: MemberSanction[]
  rules: RuleStrikes[]
  templates: ReasonTemplate[]
}> {
  const [[member], [facts], sanctions, rules, templates] = await read(
    db,
    sql<MemberRow>`SELECT u.id, u.name, u.email, u.locale, u.created_at, u.email_verified_at, u.banned_at, u.banned_by, u.ban_reason,
        (SELECT name FROM users WHERE id = u.banned_by) AS banned_by_name,
        (SELECT json_object('reason', reason, 'at', created_at) FROM returned_addresses WHERE address = u.email) AS email_returned,
        ${endOf("suspend", now)} AS suspended_until, ${endOf("limit", now)} AS limited_until,
        EXISTS (SELECT 1 FROM user_groups AS m JOIN "groups" AS g ON g.id = m.group_id WHERE m.user_id = u.id AND g.root = 1) AS is_owner,
        coalesce((SELECT group_concat(DISTINCT role) FROM staff_grants
          WHERE user_id = u.id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})), '') AS granted,
        (SELECT json_group_array(g.name) FROM user_groups AS m JOIN "groups" AS g ON g.id = m.group_id WHERE m.user_id = u.id) AS groups,
        (SELECT count(DISTINCT family_id) FROM sessions WHERE user_id = u.id AND expires_at > ${now}) AS sessions,
        (SELECT count(*) FROM tickets WHERE user_id = u.id) AS tickets,
        (SELECT count(*) FROM tickets WHERE user_id = u.id AND state = 'open') AS open_tickets,
        (SELECT max(run_at) FROM data_requests WHERE user_id = u.id AND kind = 'erasure' AND state = 'requested') AS erased_at
      FROM users AS u WHERE u.id = ${id}`,
    sql<ProfileFacts>`SELECT (SELECT json_object('id', id, 'slug', slug, 'state', state) FROM profiles WHERE owner_id = ${id}) AS profile,
        ${casesJson("member", id, casesReader)} AS cases`,
    sql<MemberSanction>`SELECT s.id, s.kind, s.state, s.reason, s.staff_id, a.name AS staff_name, s.second_staff_id,
        b.name AS second_staff_name, s.expires_at, s.created_at, s.ended_at
      FROM sanctions AS s LEFT JOIN users AS a ON a.id = s.staff_id LEFT JOIN users AS b ON b.id = s.second_staff_id
      WHERE s.user_id = ${id} ORDER BY s.id DESC LIMIT 100`,
    selectStrikes(id, locale, now),
    selectTemplates(sql`(SELECT locale FROM users WHERE id = ${id})`, locale),
  )
  return {
    member: member && facts ? { ...member, ...facts } : null,
    sanctions,
    rules: rules.map(toRuleStrikes),
    templates,
  }
}

/** Returns the roles of a row. */
export function rolesOf({ is_owner, granted }: Pick<MemberRow, "is_owner" | "granted">): StaffRole[] {
  return [...(is_owner ? (["owner"] as const) : []), ...(granted.split(",").filter(Boolean).toSorted() as StaffRole[])]
}

/** The first text after all that begin with `prefix`. */
const after = (prefix: string) => `${prefix}\u{10ffff}`

/** Returns members by exact id, by the beginning of their e-mail, by words of their name, or all, latest first. Each way has its index. */
export async function findMembers(
  db: Database,
  q: { id: string } | { email: string } | { name: string } | null,
  before: string | null,
  { now, limit }: { now: number; limit: number },
): Promise<FoundMember[]> {
  const columns = sql`SELECT u.id, u.name, u.email, u.created_at, u.banned_at, ${endOf("suspend", now)} AS suspended_until FROM users AS u`
  const [rows] = await read(db, sql<FoundMember>`${columns} ${placeOf(q, before, limit)} LIMIT ${limit}`)
  return rows
}

function placeOf(
  q: { id: string } | { email: string } | { name: string } | null,
  before: string | null,
  limit: number,
): SQL {
  if (q === null) return sql`${before === null ? sql`` : sql`WHERE u.id < ${before}`} ORDER BY u.id DESC`
  if ("id" in q) return sql`WHERE u.id = ${q.id}`
  if ("email" in q) return sql`WHERE u.email >= ${q.email} AND u.email < ${after(q.email)} ORDER BY u.email`
  return sql`WHERE u.rowid IN (${selectRowsWith("search_users", q.name, limit)}) ORDER BY u.name COLLATE NOCASE`
}
