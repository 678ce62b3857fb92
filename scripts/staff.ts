import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { newStaffCode, staffCodeLifetime } from "../app/domain/accounts/staff/staff-code.ts"
import { newId } from "../app/lib/id.ts"
import { executeAll, placeFlags, placeHelp, placeOf, query, quoted } from "./lib/d1.ts"

const help = `npm run staff -- grant E-MAIL [--remote]: makes a member staff, and prints the one-time code for their first second step

${placeHelp}

The code lives for a day. Granting again makes the code before void. Hand it over in person or by telephone, not by mail.`

/**
 * Returns the statements that make a user staff and store the hash of their code, as SQL text: `wrangler d1 execute`
 * binds no values.
 */
export function grantSql({ email, hash, now }: { email: string; hash: string; now: number }): string[] {
  const user = `(SELECT id FROM users WHERE email = ${quoted(email)})`
  const token = `SELECT ${quoted(hash)}, 'staff-enrol', id, ${now + staffCodeLifetime}, ${now} FROM users`
  return [
    `INSERT INTO "groups" (id, name, root) SELECT '${newId(now)}', 'root', 1 WHERE NOT EXISTS (SELECT 1 FROM "groups" WHERE root = 1)`,
    `INSERT OR IGNORE INTO user_groups (user_id, group_id)
      SELECT u.id, g.id FROM users AS u, "groups" AS g WHERE u.email = ${quoted(email)} AND g.root = 1 ORDER BY g.id LIMIT 1`,
    `DELETE FROM email_tokens WHERE purpose = 'staff-enrol' AND subject_id = ${user}`,
    `INSERT INTO email_tokens (token_hash, purpose, subject_id, expires_at, created_at) ${token} WHERE email = ${quoted(email)}`,
  ]
}

/** Returns the statement that finds a member who may become staff. */
export function findSql(email: string): string {
  return `SELECT id FROM users WHERE email = ${quoted(email)} AND banned_at IS NULL`
}

function main(): void {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: placeFlags })
  const [act, typed] = positionals
  const email = typed?.trim().toLowerCase()
  if (act !== "grant" || !email) {
    console.log(help)
    process.exitCode = act ? 1 : 0
    return
  }
  const place = placeOf(values)
  const [found] = query(place, findSql(email))
  if (!found) throw new Error(`There is no open account with the address ${email}: the person must join first.`)
  const { code, hash } = newStaffCode(String(found.id))
  executeAll(place, grantSql({ email, hash, now: Date.now() }))
  console.log(`${email} is staff. The code for their first second step, once, within a day: ${code}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
