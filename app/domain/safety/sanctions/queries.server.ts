import { and, eq, lte, ne, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { endOfSanction } from "~/db/sanctions"
import { sanctions, users } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import { HOUR } from "~/lib/time"
import { isStaffMember } from "../../accounts/staff/grant-queries.server"
import type { PolicySlug } from "../../decisions/kinds"
import { longest } from "./schema"

type NewSanction = Pick<typeof sanctions.$inferInsert, "id" | "userId" | "kind" | "state" | "reason" | "expiresAt"> & {
  staffId: string
  reportId: string | SQL | null
  /** Of a closure, which a second person confirms. */
  policy?: PolicySlug
}

export type SanctionKind = NewSanction["kind"]

const isOpen = (userId: SQL, kind: SanctionKind, now: number) => sql`EXISTS (SELECT 1 FROM sanctions
  WHERE user_id = ${userId} AND kind = ${kind} AND state IN ('pending', 'active') AND coalesce(expires_at > ${now}, 1))`

/** SQL condition: a member may get a sanction of this kind: neither staff nor banned, and under no other of it; warnings may follow each other. */
export function isSanctionable(userId: string, kind: SanctionKind, now: number): SQL {
  const isFree = kind === "warn" ? sql`true` : sql`NOT ${isOpen(sql`u.id`, kind, now)}`
  return sql`EXISTS (SELECT 1 FROM users AS u WHERE u.id = ${userId} AND u.banned_at IS NULL
    AND NOT ${isStaffMember(sql`u.id`, now)} AND ${isFree})`
}

/** Returns the statement that records a sanction if `when` holds. */
export function insertSanction(db: Database, sanction: NewSanction, when: SQL, now: number) {
  return insertSelect(db, sanctions, { ...sanction, createdAt: now }, sql`WHERE ${when}`)
}

/** SQL condition: this sanction was recorded. */
export function isRecorded(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM sanctions WHERE id = ${id})`
}

/** A proposed closure, and who confirms it. */
interface Confirmation {
  id: string
  userId: string
  staffId: string
}

/** The proposed closure, if this person may confirm it. */
const confirmable = ({ id, userId, staffId }: Confirmation, now: number) =>
  and(
    eq(sanctions.id, id),
    eq(sanctions.userId, userId),
    eq(sanctions.kind, "close"),
    eq(sanctions.state, "pending"),
    sql`expires_at > ${now}`,
    ne(sanctions.staffId, staffId),
    sql`EXISTS (SELECT 1 FROM users AS u WHERE u.id = ${userId} AND NOT ${isStaffMember(sql`u.id`, now)})`,
  )

/** SQL condition: this person may confirm the closure, which another proposed. */
export function isConfirmable(confirmation: Confirmation, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM sanctions WHERE ${confirmable(confirmation, now)})`
}

/** Returns the statement with which a second person confirms a pending closure. */
export function confirmClosure(db: Database, confirmation: Confirmation, now: number) {
  return db
    .update(sanctions)
    .set({ state: "active", secondStaffId: confirmation.staffId, expiresAt: null })
    .where(confirmable(confirmation, now))
}

/** SQL condition: this person confirmed the closure of the account. */
export function isClosedBy(userId: string, staffId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM sanctions WHERE user_id = ${userId} AND kind = 'close' AND state = 'active' AND second_staff_id = ${staffId})`
}

/** SQL condition: a moderator may end what restricts the member. */
export function isOfModerator(userId: string, now: number): SQL {
  return sql`NOT ${isOfLead(userId, now)}`
}

/** SQL condition: what restricts the member takes `members.close`: a proposed closure, or a limit or suspension that a moderator could not give. */
function isOfLead(userId: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM sanctions WHERE user_id = ${userId} AND expires_at > ${now}
    AND ((kind = 'close' AND state = 'pending')
      OR (kind IN ('limit', 'suspend') AND state = 'active' AND expires_at - created_at > ${longest.byModerator * HOUR})))`
}

/** Returns the statement that ends a member's limit and suspension, and a closure that awaits a second person, if `when` holds. */
export function liftSanctions(db: Database, userId: string, when: SQL, now: number) {
  return db
    .update(sanctions)
    .set({ state: "lifted", endedAt: now })
    .where(
      and(
        eq(sanctions.userId, userId),
        sql`((kind IN ('limit', 'suspend') AND state = 'active') OR (kind = 'close' AND state = 'pending'))`,
        when,
      ),
    )
}

/** SQL condition: the member is limited, or suspended. */
export function isUnder(userId: string, kind: "limit" | "suspend", now: number): SQL {
  return sql`${endOfSanction(sql`${userId}`, kind, now)} IS NOT NULL`
}

/** Returns the statement that ends a member's closure if `when` holds. */
export function liftClosures(db: Database, userId: string, now: number, when?: SQL) {
  return db
    .update(sanctions)
    .set({ state: "lifted", endedAt: now })
    .where(and(eq(sanctions.userId, userId), eq(sanctions.kind, "close"), eq(sanctions.state, "active"), when))
}

/** Returns the statement that ends what is over: of one member, or of all. */
export function endExpired(db: Database, now: number, userId?: string) {
  return db
    .update(sanctions)
    .set({ state: "expired", endedAt: now })
    .where(
      and(
        sql`state IN ('pending', 'active')`,
        lte(sanctions.expiresAt, now),
        userId === undefined ? undefined : eq(sanctions.userId, userId),
      ),
    )
}

/** Returns a member's open closure, whether staff or banned, or null without such a member. */
export async function findMemberState(db: Database, userId: string, now: number) {
  const [row] = await db
    .select({
      bannedAt: users.bannedAt,
      isOfLead: sql<number>`${isOfLead(userId, now)}`,
      isStaff: sql<number>`${isStaffMember(sql`${users.id}`, now)}`,
      closureId: sql<
        string | null
      >`(SELECT id FROM sanctions WHERE user_id = ${userId} AND kind = 'close' AND state = 'pending' AND expires_at > ${now})`,
      closureReason: sql<
        string | null
      >`(SELECT reason FROM sanctions WHERE user_id = ${userId} AND kind = 'close' AND state = 'pending' AND expires_at > ${now})`,
      closureReport: sql<
        string | null
      >`(SELECT report_id FROM sanctions WHERE user_id = ${userId} AND kind = 'close' AND state = 'pending' AND expires_at > ${now})`,
      closurePolicy: sql<PolicySlug | null>`(SELECT policy FROM sanctions WHERE user_id = ${userId} AND kind = 'close' AND state = 'pending' AND expires_at > ${now})`,
      isOwnReport: sql<0 | 1 | null>`(SELECT r.is_own FROM sanctions AS s JOIN reports AS r ON r.id = s.report_id
        WHERE s.user_id = ${userId} AND s.kind = 'close' AND s.state = 'pending' AND s.expires_at > ${now})`,
      closureBy: sql<
        string | null
      >`(SELECT staff_id FROM sanctions WHERE user_id = ${userId} AND kind = 'close' AND state = 'pending' AND expires_at > ${now})`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}
