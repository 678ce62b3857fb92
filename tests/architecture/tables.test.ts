import { describe, expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

/** Tables that stand beside others in a schema file but belong to another noun. */
const elsewhere: Record<string, string> = {
  ...{ data_requests: "privacy", muted_mails: "mail", email_tokens: "mail", profile_days: "statistics" },
  ...{ resource_revisions: "resources", resource_exports: "resources", catalog_redirects: "resources" },
  ...{ staff_grants: "accounts", audit_log: "audit", audit_seals: "audit", sanctions: "moderation" },
  ...{ cron_runs: "background", dead_letters: "background" },
  ...{ impersonations: "accounts", idempotency_keys: "idempotency" },
  ...{ message_templates: "answering", away_notes: "answering", profile_reply_speeds: "answering" },
}
/** Writes to every table that holds personal data: its registry names them. */
const registry = /^app\/domain\/privacy\/(registry|profile-tables|queries\.server)\.ts$/

interface Table {
  name: string
  /** The name in the code: `emailTokens`. */
  variable: string
  noun: string
}

const tables: Table[] = filesOf("app/db/schema/**/*.ts").flatMap((file) =>
  [...textOf(file).matchAll(/export const (\w+) = sqliteTable\(\s*"(\w+)"/g)].map(([, variable = "", name = ""]) => ({
    variable,
    name,
    noun: elsewhere[name] ?? (/([\w-]+)\.ts$/.exec(file)?.[1] as string),
  })),
)

/** Returns the tables that a text writes: by drizzle, by `insertSelect`, or by SQL. */
function tablesWrittenIn(text: string): string[] {
  const byVariable = [...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)|\binsertSelect\(\s*[\w.]+,\s*(\w+)/g)].map(
    ([, one, other]) => tables.find(({ variable }) => variable === (one ?? other))?.name,
  )
  const bySql = [...text.matchAll(/\b(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) [`"]?(\w+)/g)].map(
    ([, name]) => tables.find((table) => table.name === name)?.name,
  )
  return [...new Set([...byVariable, ...bySql].filter((name) => name !== undefined))]
}

/** Whether a text holds SQL, builds it with drizzle, or imports a table; types and lists of values may be imported. */
function holdsSql(text: string): boolean {
  const imports = [...text.matchAll(/^import (?!type\b)([^"]*?) from "([^"]+)"/gm)].some(
    ([, names = "", from = ""]) => {
      if (/\/db\/schema\//.test(from)) return tables.some(({ variable }) => new RegExp(`\\b${variable}\\b`).test(names))
      return /^drizzle-orm|\/db\/insert-select/.test(from)
    },
  )
  return imports || /\bsql`|\bdb\.(\$client|select|insert|update|delete|run|all|get|prepare|exec)\b/.test(text)
}

describe("the tables", () => {
  test("are found, and so are writes to them", () => {
    expect(tables.length).toBeGreaterThan(40)
    expect(tables).toContainEqual({ name: "email_tokens", variable: "emailTokens", noun: "mail" })
    expect(tablesWrittenIn("db\n.update(users).set()")).toEqual(["users"])
    expect(tablesWrittenIn('insertSelect(ctx.db, outboxEmails, {}, "")')).toEqual(["outbox_emails"])
    expect(tablesWrittenIn("`INSERT OR IGNORE INTO blocks (a) SELECT 1; DELETE FROM favorites`")).toEqual([
      "blocks",
      "favorites",
    ])
  })

  test("are written only by the noun that they belong to", () => {
    const wrong = filesOf("{app,worker,party}/**/*.{ts,tsx}")
      .filter((file) => !registry.test(file) && !file.startsWith("app/db/"))
      .flatMap((file) => {
        const noun = /^app\/domain\/([\w-]+)\//.exec(file)?.[1]
        return tablesWrittenIn(textOf(file))
          .filter((name) => tables.find((table) => table.name === name)?.noun !== noun)
          .map((name) => `${file} writes ${name}`)
      })
    // A room's tables are in its object's own storage.
    expect(
      wrong.filter((line) => !line.startsWith("party/")),
      "Call a function of the table's noun that returns the statement.",
    ).toEqual([])
  })

  test("are read and written in query files alone", () => {
    const wrong = filesOf("{app,worker}/**/*.{ts,tsx}")
      .filter(
        (file) => !file.startsWith("app/db/") && !/(^|[/-])queries\.server\.ts$/.test(file) && !registry.test(file),
      )
      .filter((file) => holdsSql(textOf(file)))
    expect(wrong, "Move the statement into the queries.server.ts of its folder.").toEqual([])
  })

  test("are found in SQL, in drizzle's words and by import, but not by types", () => {
    for (const text of [
      "ctx.db.run(sql`SELECT 1`)",
      'import { eq } from "drizzle-orm"',
      'import { users } from "~/db/schema/accounts"',
      'import { type User, users } from "../../db/schema/accounts"',
      'import { insertSelect } from "~/db/insert-select"',
      "ctx.db.$client.prepare(`DELETE FROM users`)",
      "ctx.db.select().from(users)",
    ])
      expect(holdsSql(text), text).toBe(true)
    for (const text of [
      'import type { User } from "~/db/schema/accounts"',
      'import { ticketStates } from "~/db/schema/support"',
      "await ctx.db.batch([insertUser(ctx.db, user)])",
      'createHash("sha256").update(text)',
    ])
      expect(holdsSql(text), text).toBe(false)
  })
})
