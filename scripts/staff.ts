import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { newStaffCode, staffCodeLifetime } from "../app/domain/accounts/staff/staff-code.ts"
import { type StaffRole, staffRoles } from "../app/domain/core/actor/roles.ts"
import { newId } from "../app/lib/id.ts"
import { type Database, placeFlags, placeHelp, placeOf, quoted, withDatabase } from "./lib/d1.ts"

const help = `npm run staff -- ACT [--remote]: who is staff, and in which roles

  grant E-MAIL [ROLE]   gives a member a role (owner without one), and prints the code for their first second step
  revoke E-MAIL [ROLE]  ends a role (owner without one); without any other, they are signed out
  code E-MAIL           prints a new code for somebody who is staff already
  list                  lists everybody who is staff

Roles: ${staffRoles.join(", ")}

${placeHelp}

A code lives for a day, and makes the one before void. Hand it over in person or by telephone, not by mail.`

interface Change {
  email: string
  role: StaffRole
  /** Epoch ms. */
  now: number
}

const userOf = (email: string) => `(SELECT id FROM users WHERE email = ${quoted(email)})`
const isActive = (now: number) => `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`
const isRoot = `EXISTS (SELECT 1 FROM user_groups AS m JOIN "groups" AS g ON g.id = m.group_id WHERE m.user_id = u.id AND g.root = 1)`
const hasRole = (now: number, role?: StaffRole) =>
  `EXISTS (SELECT 1 FROM staff_grants WHERE user_id = u.id${role ? ` AND role = ${quoted(role)}` : ""} AND ${isActive(now)})`

/** Returns the statements that give a user a role, as SQL text: `wrangler d1 execute` binds no values. */
export function grantSql({ email, role, now }: Change): string[] {
  const granted =
    role === "owner"
      ? [
          `INSERT INTO "groups" (id, name, root) SELECT '${newId(now)}', 'root', 1 WHERE NOT EXISTS (SELECT 1 FROM "groups" WHERE root = 1)`,
          `INSERT OR IGNORE INTO user_groups (user_id, group_id)
      SELECT u.id, g.id FROM users AS u, "groups" AS g WHERE u.email = ${quoted(email)} AND g.root = 1 ORDER BY g.id LIMIT 1`,
        ]
      : [
          `INSERT INTO staff_grants (id, user_id, role, created_at) SELECT '${newId(now)}', u.id, ${quoted(role)}, ${now}
      FROM users AS u WHERE u.email = ${quoted(email)} AND NOT ${hasRole(now, role)}`,
        ]
  return [...granted, auditSql("staff.grant", { email, role, now })]
}

/** Returns the statements that end a user's role; without any other, their sessions end too. */
export function revokeSql({ email, role, now }: Change): string[] {
  const ended =
    role === "owner"
      ? `DELETE FROM user_groups WHERE user_id = ${userOf(email)} AND group_id IN (SELECT id FROM "groups" WHERE root = 1)`
      : `UPDATE staff_grants SET revoked_at = ${now} WHERE user_id = ${userOf(email)} AND role = ${quoted(role)} AND ${isActive(now)}`
  const former = `(SELECT u.id FROM users AS u WHERE u.email = ${quoted(email)} AND NOT ${isRoot} AND NOT ${hasRole(now)})`
  return [
    ended,
    auditSql("staff.revoke", { email, role, now }),
    `DELETE FROM sessions WHERE user_id = ${former}`,
    `DELETE FROM challenges WHERE user_id = ${former}`,
    `DELETE FROM email_tokens WHERE purpose = 'staff-enrol' AND subject_id = ${former}`,
  ]
}

/** Returns the statements that store the hash of a new code in place of the one before. */
export function codeSql({ email, hash, now }: { email: string; hash: string; now: number }): string[] {
  const token = `SELECT ${quoted(hash)}, 'staff-enrol', id, ${now + staffCodeLifetime}, ${now} FROM users`
  return [
    `DELETE FROM email_tokens WHERE purpose = 'staff-enrol' AND subject_id = ${userOf(email)}`,
    `INSERT INTO email_tokens (token_hash, purpose, subject_id, expires_at, created_at) ${token} WHERE email = ${quoted(email)}`,
  ]
}

/** The operator's acts are in the audit log too, as nobody's, if the statement before changed something. */
function auditSql(action: string, { email, role, now }: Change): string {
  return `INSERT INTO audit_log (at, action, target_kind, target_id, details)
      SELECT ${now}, ${quoted(action)}, 'member', id, json_object('role', ${quoted(role)}) FROM users WHERE email = ${quoted(email)} AND changes() > 0`
}

/** Returns the statement that finds an open account, and its roles. */
export function findSql(email: string, now: number): string {
  return `${staffSql(now)} WHERE u.email = ${quoted(email)} AND u.banned_at IS NULL`
}

/** Returns the statement that lists everybody who is staff. */
export function listSql(now: number): string {
  return `${staffSql(now)} WHERE ${isRoot} OR ${hasRole(now)} ORDER BY u.email`
}

const staffSql = (now: number) => `SELECT u.id, u.email, u.name, concat_ws(', ', iif(${isRoot}, 'owner', NULL),
      (SELECT group_concat(role, ', ') FROM (SELECT DISTINCT role FROM staff_grants WHERE user_id = u.id AND ${isActive(now)} ORDER BY role))) AS roles
    FROM users AS u`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: placeFlags })
  const [act, typed, named = "owner"] = positionals
  const email = typed?.trim().toLowerCase()
  const role = staffRoles.find((one) => one === named)
  const isList = act === "list"
  if (!isList && (!["grant", "revoke", "code"].includes(act ?? "") || !email || !role)) {
    console.log(help)
    process.exitCode = act ? 1 : 0
    return
  }
  await withDatabase(placeOf(values), async (database) => {
    if (email && role && !isList) await change(database, act as "grant" | "revoke" | "code", { email, role })
    else await printStaff(database)
  })
}

async function change(
  database: Database,
  act: "grant" | "revoke" | "code",
  { email, role }: { email: string; role: StaffRole },
): Promise<void> {
  const { query, executeAll } = database
  const now = Date.now()
  const [found] = await query(findSql(email, now))
  if (!found) throw new Error(`There is no open account with the address ${email}: the person must join first.`)
  if (act === "revoke") {
    await executeAll(revokeSql({ email, role, now }))
    await printRoles(database, email, now)
    return
  }
  if (act === "code" && !found.roles) throw new Error(`${email} is not staff: grant a role.`)
  const { code, hash } = newStaffCode(String(found.id))
  const granted = act === "grant" ? grantSql({ email, role, now }) : []
  await executeAll([...granted, ...codeSql({ email, hash, now })])
  await printRoles(database, email, now)
  console.log(`The code for their first second step, once, within a day: ${code}`)
}

async function printRoles({ query }: Database, email: string, now: number): Promise<void> {
  const [found] = await query(findSql(email, now))
  console.log(found?.roles ? `${email} is staff: ${found.roles}.` : `${email} is not staff.`)
}

async function printStaff({ query }: Database): Promise<void> {
  for (const { email, name, roles } of await query(listSql(Date.now()))) console.log(`${email} (${name}): ${roles}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
