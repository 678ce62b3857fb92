import { readdirSync, readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { expect, test } from "vitest"
import { newStaffCode } from "~/domain/accounts/staff/staff-code"
import { reasonOf } from "../../../scripts/lib/d1"
import { findSql, grantSql } from "../../../scripts/staff"

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

test("granting makes a member staff and stores the hash of a code; granting again voids the previous code", () => {
  const db = openDatabase()
  const [first, second] = [newStaffCode("ada"), newStaffCode("ada")]
  for (const { hash } of [first, second]) db.exec(grantSql({ email: "ada@example.org", hash, now: 1_000 }).join(";"))
  expect(staffOf(db)).toEqual([{ user_id: "ada" }])
  expect(tokensOf(db)).toEqual([{ token_hash: second.hash, purpose: "staff-enrol", subject_id: "ada" }])
  expect(db.prepare("SELECT expires_at FROM email_tokens").get()).toEqual({ expires_at: 1_000 + 24 * 3_600_000 })
})

test("granting takes any address as a value, and changes nothing for an unknown one", () => {
  const db = openDatabase()
  const grant = (email: string) => db.exec(grantSql({ email, hash: "hash", now: 1_000 }).join(";"))
  grant("o'hara@example.org")
  expect(staffOf(db)).toEqual([{ user_id: "o" }])
  grant("x' OR '1'='1")
  expect([staffOf(db), tokensOf(db).length]).toEqual([[{ user_id: "o" }], 1])
})

test("a banned member cannot become staff", () => {
  const db = openDatabase()
  expect(db.prepare(findSql("ada@example.org")).get()).toEqual({ id: "ada" })
  expect(db.prepare(findSql("gone@example.org")).get()).toBeUndefined()
})

test("a command that wrangler refuses gives a sentence for its reason, not wrangler's JSON", () => {
  const refused = (text: string) => `\n${JSON.stringify({ error: { text } }, null, 2)}\n`
  expect(reasonOf(refused("no such table: users: SQLITE_ERROR"))).toBe(
    "The database has no tables yet. A local one is made by `npm start`; for a deployment see docs/deploy.md.",
  )
  expect(reasonOf(refused("A request to the Cloudflare API failed."))).toBe("A request to the Cloudflare API failed.")
  expect(reasonOf("Killed")).toBe("Killed")
})
