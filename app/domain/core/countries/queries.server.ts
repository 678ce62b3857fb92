import { and, eq, lte, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { countryChanges, countryPolicies } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { RowOf } from "~/db/statements/row"

type RuleColumn = "visit" | "list" | "pay" | "contact"

export type PolicyRow = RowOf<typeof countryPolicies, "country" | RuleColumn>

/** Selects the policies that are in force and do not allow everything: a row for each country at most. */
export const closedCountries = sql<PolicyRow>`SELECT country, visit, list, pay, contact FROM country_policies
  WHERE country > '' AND (visit, list, pay, contact) IS NOT ('allow', 'allow', 'allow', 'allow')`

export type CountryRow = RowOf<typeof countryPolicies, "country" | RuleColumn | "version" | "updated_at">
export type PendingRow = RowOf<typeof countryChanges, "id" | "country">

/** Returns the countries that were decided, and the changes that wait for a second person. */
export async function findCountries(
  db: Database,
  now: number,
): Promise<{ decided: CountryRow[]; pending: PendingRow[] }> {
  const [decided, pending] = await read(
    db,
    sql<CountryRow>`SELECT country, visit, list, pay, contact, version, updated_at FROM country_policies
      WHERE country > '' ORDER BY country`,
    sql<PendingRow>`SELECT id, country FROM country_changes WHERE state = 'pending' AND expires_at > ${now}`,
  )
  return { decided, pending }
}

export interface ChangeRow
  extends RowOf<typeof countryChanges, "id" | RuleColumn | "reason" | "state" | "created_at" | "expires_at"> {
  staff: string | null
  second_staff: string | null
}

/** Returns the latest changes of a country, latest first. */
export async function findChanges(db: Database, country: string, limit: number): Promise<ChangeRow[]> {
  const [rows] = await read(
    db,
    sql<ChangeRow>`SELECT c.id, c.visit, c.list, c.pay, c.contact, c.reason, c.state, c.created_at, c.expires_at,
        (SELECT name FROM users WHERE id = c.staff_id) AS staff,
        (SELECT name FROM users WHERE id = c.second_staff_id) AS second_staff
      FROM country_changes AS c WHERE c.country = ${country} ORDER BY c.id DESC LIMIT ${limit}`,
  )
  return rows
}

type NewChange = Pick<
  typeof countryChanges.$inferSelect,
  "id" | "country" | RuleColumn | "version" | "reason" | "staffId" | "expiresAt"
>

/** SQL expression: how often a country was decided. */
const versionOf = (country: string) =>
  sql`coalesce((SELECT version FROM country_policies WHERE country = ${country}), 0)`

/** Returns the statement that proposes a change, unless another one waits or the policy is not the one that was seen. */
export function insertChange(db: Database, change: NewChange, now: number) {
  return insertSelect(
    db,
    countryChanges,
    { ...change, state: "pending", createdAt: now, updatedAt: now },
    sql`WHERE ${versionOf(change.country)} = ${change.version}`,
  ).onConflictDoNothing()
}

export async function findChange(db: Database, id: string) {
  const [row] = await db.select().from(countryChanges).where(eq(countryChanges.id, id))
  return row ?? null
}

/** Returns the statement with which a second person confirms a change of the policy that is still in force. */
export function confirmChange(db: Database, id: string, staffId: string, now: number) {
  return db
    .update(countryChanges)
    .set({ state: "confirmed", secondStaffId: staffId, updatedAt: now })
    .where(
      and(
        eq(countryChanges.id, id),
        eq(countryChanges.state, "pending"),
        sql`expires_at > ${now}`,
        sql`staff_id IS NOT ${staffId}`,
        sql`version = coalesce((SELECT p.version FROM country_policies AS p WHERE p.country = country_changes.country), 0)`,
      ),
    )
}

/** Returns the statement that puts a change in force, if this person confirmed it at this time. */
export function applyChange(db: Database, id: string, staffId: string, now: number) {
  const next = (column: string) => sql.raw(`excluded.${column}`)
  const rules = { visit: next("visit"), list: next("list"), pay: next("pay"), contact: next("contact") }
  return insertSelect(
    db,
    countryPolicies,
    {
      country: sql`c.country`,
      visit: sql`c.visit`,
      list: sql`c.list`,
      pay: sql`c.pay`,
      contact: sql`c.contact`,
      version: sql`c.version + 1`,
      updatedAt: now,
    },
    sql`FROM country_changes AS c WHERE c.id = ${id} AND c.state = 'confirmed' AND c.second_staff_id = ${staffId}
      AND c.updated_at = ${now}`,
  ).onConflictDoUpdate({
    target: countryPolicies.country,
    set: { ...rules, version: next("version"), updatedAt: next("updated_at") },
  })
}

/** Returns the statement that ends a pending change, which then changes nothing. */
export function dropChange(
  db: Database,
  id: string,
  { state, staffId }: { state: "refused" | "withdrawn"; staffId: string },
  now: number,
) {
  return db
    .update(countryChanges)
    .set({ state, secondStaffId: state === "refused" ? staffId : null, updatedAt: now })
    .where(and(eq(countryChanges.id, id), eq(countryChanges.state, "pending")))
}

/** Returns the statement that ends changes that nobody confirmed in time. */
export function expireChanges(db: Database, now: number) {
  return db
    .update(countryChanges)
    .set({ state: "expired", updatedAt: now })
    .where(and(eq(countryChanges.state, "pending"), lte(countryChanges.expiresAt, now)))
}
