import { readdirSync, readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { expect, test } from "vitest"
import { newStaffCode } from "~/domain/accounts/staff/staff-code"
import { reasonOf } from "../../../scripts/lib/d1"
import { codeSql, findSql, grantSql, listSql, revokeSql } from "../../../scripts/staff"

function openDatabase(): DatabaseSync {
  const db = new DatabaseSync(":memory:")
  for (const file of readdirSync("migrations").filter((name) => name.endsWith(".sql"))) {
    db.exec(readFileSync(`migrations/${file}`, "utf8"))
  }
  const insert = db.prepare(
    "INSERT INTO users (id, email, name, locale, banned_at, created_at, updated_at) VALUES (?, ?, 'Ada', 'en', ?, 1, 1)",
  )
  insert.run("ada", "ada@example.org", null)
  insert.run("o", "o'hara@example.org", null)
  insert.run("gone", "gone@example.org", 1)
  return db
}

const staffOf = (db: DatabaseSync) =>
  db.prepare(`SELECT user_id FROM user_groups JOIN "groups" AS g ON g.id = group_id WHERE g.root = 1 ORDER BY 1`).all()
const tokensOf = (db: DatabaseSync) => db.prepare("SELECT token_hash, purpose, subject_id FROM email_tokens").all()

const rolesOf = (db: DatabaseSync, email: string) => db.prepare(findSql(email, 2_000)).get()?.roles
const entriesOf = (db: DatabaseSync) =>
  db.prepare("SELECT actor_id, action, target_id, details ->> 'role' AS role FROM audit_log ORDER BY seq").all()
const run = (db: DatabaseSync, statements: string[]) => db.exec(statements.join(";"))

test("a code is stored as a hash for a day, and makes the one before void", () => {
  const db = openDatabase()
  const [first, second] = [newStaffCode("ada"), newStaffCode("ada")]
  for (const { hash } of [first, second]) run(db, codeSql({ email: "ada@example.org", hash, now: 1_000 }))
  expect(tokensOf(db)).toEqual([{ token_hash: second.hash, purpose: "staff-enrol", subject_id: "ada" }])
  expect(db.prepare("SELECT expires_at FROM email_tokens").get()).toEqual({ expires_at: 1_000 + 24 * 3_600_000 })
})

test("granting makes a member staff in each role, once, and the audit log names what changed", () => {
  const db = openDatabase()
  for (const role of ["owner", "verifier", "moderator", "verifier", "owner"] as const) {
    run(db, grantSql({ email: "ada@example.org", role, now: 1_000 }))
  }
  expect(staffOf(db)).toEqual([{ user_id: "ada" }])
  expect(rolesOf(db, "ada@example.org")).toBe("owner, moderator, verifier")
  expect(db.prepare(listSql(2_000)).all()).toMatchObject([{ email: "ada@example.org" }])
  const entry = { actor_id: null, action: "staff.grant", target_id: "ada" }
  expect(entriesOf(db)).toEqual(["owner", "verifier", "moderator"].map((role) => ({ ...entry, role })))
})

test("revoking ends one role, and the last one the sessions too", () => {
  const db = openDatabase()
  const email = "ada@example.org"
  db.exec(`INSERT INTO sessions (id, token_hash, user_id, kind, family_id, user_agent, last_used_at, expires_at, created_at, updated_at)
    VALUES ('s', 'h', 'ada', 'web', 's', '', 1, 9e15, 1, 1), ('o', 'i', 'o', 'web', 'o', '', 1, 9e15, 1, 1)`)
  const sessions = () => db.prepare("SELECT id FROM sessions ORDER BY id").all()
  for (const role of ["owner", "verifier"] as const) run(db, grantSql({ email, role, now: 1_000 }))
  run(db, revokeSql({ email, role: "owner", now: 1_500 }))
  expect([rolesOf(db, email), staffOf(db), sessions()]).toEqual(["verifier", [], [{ id: "o" }, { id: "s" }]])
  run(db, revokeSql({ email, role: "verifier", now: 1_500 }))
  expect([rolesOf(db, email), sessions()]).toEqual(["", [{ id: "o" }]])
  run(db, revokeSql({ email, role: "verifier", now: 1_600 }))
  expect(entriesOf(db).map(({ action }) => action)).toEqual([
    "staff.grant",
    "staff.grant",
    "staff.revoke",
    "staff.revoke",
  ])
})

test("the command takes any address as a value, and changes nothing for an unknown one", () => {
  const db = openDatabase()
  run(db, grantSql({ email: "o'hara@example.org", role: "owner", now: 1_000 }))
  expect(staffOf(db)).toEqual([{ user_id: "o" }])
  const email = "x' OR '1'='1"
  run(db, grantSql({ email, role: "editor", now: 1_000 }))
  run(db, codeSql({ email, hash: "hash", now: 1_000 }))
  run(db, revokeSql({ email, role: "owner", now: 1_000 }))
  expect([staffOf(db), tokensOf(db), entriesOf(db).length]).toEqual([[{ user_id: "o" }], [], 1])
})

test("a banned member cannot become staff", () => {
  const db = openDatabase()
  expect(db.prepare(findSql("ada@example.org", 1_000)).get()).toMatchObject({ id: "ada" })
  expect(db.prepare(findSql("gone@example.org", 1_000)).get()).toBeUndefined()
})

test("a command that wrangler refuses gives a sentence for its reason, not wrangler's JSON", () => {
  const refused = (text: string) => `\n${JSON.stringify({ error: { text } }, null, 2)}\n`
  expect(reasonOf(refused("no such table: users: SQLITE_ERROR"))).toBe(
    "The database has no tables yet. A local one is made by `npm start`; for a deployment see docs/deploy.md.",
  )
  expect(reasonOf(refused("A request to the Cloudflare API failed."))).toBe("A request to the Cloudflare API failed.")
  expect(reasonOf("Killed")).toBe("Killed")
})
