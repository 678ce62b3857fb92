import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { newStaffCode, staffCodeLifetime } from "../app/domain/accounts/staff/staff-code.ts"
import { newId } from "../app/lib/id.ts"

const help = `npm run staff -- grant E-MAIL [--remote]: makes a member staff, and prints the one-time code for their first second step

  --remote       in the database of the deployment; without it, in the local one
  --persist DIR  folder of wrangler's local state (.wrangler/state)

The code lives for a day. Granting again makes the code before void. Hand it over in person or by telephone, not by mail.`

const wranglerCli = fileURLToPath(new URL("../node_modules/wrangler/bin/wrangler.js", import.meta.url))

/**
 * Returns the statements that make a user staff and store the hash of their code, as SQL text: `wrangler d1 execute`
 * binds no values.
 */
export function grantSql({ email, hash, now }: { email: string; hash: string; now: number }): string {
  const user = `(SELECT id FROM users WHERE email = ${quoted(email)})`
  const token = `SELECT ${quoted(hash)}, 'staff-enrol', id, ${now + staffCodeLifetime}, ${now} FROM users`
  return [
    `INSERT INTO "groups" (id, name, root) SELECT '${newId(now)}', 'root', 1 WHERE NOT EXISTS (SELECT 1 FROM "groups" WHERE root = 1)`,
    `INSERT OR IGNORE INTO user_groups (user_id, group_id)
      SELECT u.id, g.id FROM users AS u, "groups" AS g WHERE u.email = ${quoted(email)} AND g.root = 1 ORDER BY g.id LIMIT 1`,
    `DELETE FROM email_tokens WHERE purpose = 'staff-enrol' AND subject_id = ${user}`,
    `INSERT INTO email_tokens (token_hash, purpose, subject_id, expires_at, created_at) ${token} WHERE email = ${quoted(email)}`,
  ].join(";\n")
}

/** Returns the statement that finds a member who may become staff. */
export function findSql(email: string): string {
  return `SELECT id FROM users WHERE email = ${quoted(email)} AND banned_at IS NULL`
}

/** Returns why wrangler failed, from its output: with `--json` that is `{"error": {"text": …}}`. */
export function reasonOf(output: string): string {
  const text = /"text": (".*")/.exec(output)?.[1]
  const reason = text ? String(JSON.parse(text)) : output
  if (!reason.startsWith("no such table")) return reason
  return "The database has no tables yet. A local one is made by `npm start`; for a deployment see docs/deploy.md."
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function execute(sql: string, place: string[]): { results: Record<string, unknown>[] }[] {
  const args = [wranglerCli, "d1", "execute", "salon", ...place, "--json", "--command", sql]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" })
  if (status !== 0) throw new Error(reasonOf(stderr || stdout))
  return JSON.parse(stdout)
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: "boolean" }, persist: { type: "string", default: ".wrangler/state" } },
  })
  const [act, typed] = positionals
  const email = typed?.trim().toLowerCase()
  if (act !== "grant" || !email) {
    console.log(help)
    process.exitCode = act ? 1 : 0
    return
  }
  const place = values.remote ? ["--remote"] : ["--local", "--persist-to", values.persist]
  const [found] = execute(findSql(email), place)[0]?.results ?? []
  if (!found) throw new Error(`There is no open account with the address ${email}: the person must join first.`)
  const { code, hash } = newStaffCode(String(found.id))
  execute(grantSql({ email, hash, now: Date.now() }), place)
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
