import { describe, expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

/** The folder of app/domain that a schema file's tables belong to, where it has another name. */
const folders: Record<string, string> = {
  agreement: "accounts/agreement",
  calendar: "profiles/calendar",
  casting: "support/applications",
  catalog: "profiles/catalog",
  consent: "verification/consent",
  favorites: "profiles/favorites",
  figures: "back-office/analytics",
  identity: "verification/identity",
  cases: "decisions/cases",
  decisions: "decisions",
  questions: "safety/cases/questions",
  reports: "safety",
  "second-look": "decisions/second-look",
  transparency: "safety/transparency",
  settings: "core/settings",
  support: "support/tickets",
  workshop: "profiles/editing",
}
/** Tables that stand beside others in a schema file but belong to another folder. */
const elsewhere: Record<string, string> = {
  data_requests: "privacy",
  muted_mails: "mail",
  email_tokens: "mail",
  profile_months: "profiles/statistics",
  resource_revisions: "back-office/records",
  resource_exports: "back-office/records",
  catalog_redirects: "back-office/records",
  staff_grants: "accounts",
  impersonations: "accounts",
  factor_resets: "accounts",
  appeals: "safety/appeals",
  audit_log: "core/audit",
  audit_seals: "core/audit",
  audit_tiles: "core/audit",
  personal_reads: "core/audit",
  idempotency_keys: "core/idempotency",
  sanctions: "safety",
  country_policies: "core/countries",
  country_changes: "core/countries",
  cron_runs: "operations/background",
  dead_letters: "operations/background",
  readiness_records: "operations/readiness",
  readiness_notices: "operations/readiness",
  message_templates: "chat/replies",
  away_notes: "chat/replies",
  profile_reply_speeds: "chat/replies",
}
/** Files that write a table of a later district, since an earlier one makes the change in its own batch. */
const lent: Record<string, string> = {
  "app/domain/media/summary-queries.server.ts": "profiles",
  "app/domain/decisions/cases/report-queries.server.ts": "reports",
  "app/domain/media/likeness/queries.server.ts": "media_consents",
  "app/domain/profiles/test-mode-queries.server.ts": "identity_modes",
}
/** Writes to every table that holds personal data: its registry names them. */
const registry = /^app\/domain\/privacy\/(registry|tables\/.*|queries\.server)\.ts$/

const folderOf = (schemaFile: string) => folders[schemaFile] ?? schemaFile

interface Table {
  name: string
  /** The name in the code: `emailTokens`. */
  variable: string
  /** Below app/domain. */
  folder: string
}

const tables: Table[] = filesOf("app/db/schema/**/*.ts").flatMap((file) =>
  [...textOf(file).matchAll(/export const (\w+) = sqliteTable\(\s*"(\w+)"/g)].map(([, variable = "", name = ""]) => ({
    variable,
    name,
    folder: elsewhere[name] ?? folderOf(/([\w-]+)\.ts$/.exec(file)?.[1] ?? ""),
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
      return /^drizzle-orm|\/db\/statements\/insert-select/.test(from)
    },
  )
  return imports || /\bsql`|\bdb\.(\$client|select|insert|update|delete|run|all|get|prepare|exec)\b/.test(text)
}

describe("the tables", () => {
  test("are found, and so are writes to them", () => {
    expect(tables.length).toBeGreaterThan(40)
    expect(tables).toContainEqual({ name: "email_tokens", variable: "emailTokens", folder: "mail" })
    expect(tablesWrittenIn("db\n.update(users).set()")).toEqual(["users"])
    expect(tablesWrittenIn('insertSelect(ctx.db, outboxEmails, {}, "")')).toEqual(["outbox_emails"])
    expect(tablesWrittenIn("`INSERT OR IGNORE INTO blocks (a) SELECT 1; DELETE FROM favorites`")).toEqual([
      "blocks",
      "favorites",
    ])
  })

  test("are written only by the folder that they belong to", () => {
    const wrong = filesOf("{app,worker,party}/**/*.{ts,tsx}")
      .filter((file) => !registry.test(file) && !file.startsWith("app/db/"))
      .flatMap((file) =>
        tablesWrittenIn(textOf(file))
          .filter((name) => {
            const folder = tables.find((table) => table.name === name)?.folder
            return !file.startsWith(`app/domain/${folder}/`) && lent[file] !== name
          })
          .map((name) => `${file} writes ${name}`),
      )
    // A room's tables are in its object's own storage.
    expect(
      wrong.filter((line) => !line.startsWith("party/")),
      "Call a function of the table's folder that returns the statement.",
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
      'import { insertSelect } from "~/db/statements/insert-select"',
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
