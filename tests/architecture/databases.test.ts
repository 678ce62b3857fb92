import { describe, expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"
import { type Statement, statementsOf, tableVariables } from "./helpers/statements"

/**
 * Groups of tables that may become databases of their own (docs/scale.md), by schema file. Accounts: who somebody is,
 * what they may do and what they paid. The catalogue: what visitors see, with who owns it, what owners prepare, and
 * favourites, since each is a row of two ids that the listing shows.
 */
const groups: Record<string, string> = {
  accounts: "accounts",
  billing: "accounts",
  staff: "accounts",
  catalog: "catalogue",
  "profiles/calendar": "catalogue",
  "profiles/favorites": "catalogue",
  "profiles/media": "catalogue",
  "profiles/profiles": "catalogue",
  "profiles/workshop": "catalogue",
  chat: "chat",
  notifications: "chat",
  casting: "desk",
  "moderation/decisions": "desk",
  "moderation/reason-templates": "desk",
  "moderation/cases": "desk",
  "moderation/questions": "desk",
  "moderation/reports": "desk",
  "moderation/second-look": "desk",
  "moderation/transparency": "desk",
  support: "desk",
  "profiles/agreement": "verification",
  "profiles/consent": "verification",
  "profiles/identity": "verification",
  content: "site",
  figures: "site",
  mail: "site",
  settings: "site",
}
/** Tables that stand beside others in a schema file but belong to another group. */
const elsewhere: Record<string, string> = {
  audit_log: "site",
  audit_seals: "site",
  audit_tiles: "site",
  data_requests: "desk",
  idempotency_keys: "site",
  muted_mails: "site",
  personal_reads: "site",
  resource_exports: "desk",
  resource_revisions: "desk",
}

/** The modules where SQL joins accounts with the catalogue. */
const seams = ["app/domain/accounts/owner-queries.server.ts", "app/domain/accounts/rights-queries.server.ts"]

/** Further joins by file, with the reason for each. The list may only become shorter. */
const remaining: Record<string, string> = {
  "app/db/guards.ts":
    "a banned or suspended member's profile cannot be published by any statement: a trigger refuses it",
  "app/db/rechecks.ts": "a change of an account makes the check of a profile's owner due, in the same statement",
  "app/domain/back-office/records/kinds/users.server.ts":
    "staff filter members by having a profile, on the index of its owners",
}

const groupOf = new Map(
  filesOf("app/db/schema/**/*.ts").flatMap((file) =>
    [...textOf(file).matchAll(/sqliteTable\(\s*"(\w+)"/g)].map(
      ([, table = ""]) =>
        [table, elsewhere[table] ?? groups[file.replace(/^app\/db\/schema\/|\.ts$/g, "")] ?? "none"] as const,
    ),
  ),
)

const joinsBoth = ({ tables }: Pick<Statement, "tables">) =>
  ["accounts", "catalogue"].every((group) => tables.some((table) => groupOf.get(table) === group))

const files = filesOf("app/{db,domain}/**/*.ts", "{worker,party}/**/*.ts").filter((file) =>
  /\bsql`|\b(SELECT|INSERT|UPDATE|DELETE|FROM|JOIN)\b|\bdb\b/.test(textOf(file)),
)
const whole = statementsOf(files)

describe("the databases that the tables may become", () => {
  test("every table belongs to one of them", () => {
    expect(groupOf.size).toBe(tableVariables.size)
    expect([...groupOf].filter(([, group]) => group === "none")).toEqual([])
    expect(Object.keys(elsewhere).filter((table) => !groupOf.has(table))).toEqual([])
  })

  test("accounts are joined with the catalogue in two modules alone", () => {
    const statements = statementsOf(files, seams)
    expect(statements.length).toBeGreaterThan(1_000)
    const joins = statements.filter(joinsBoth)
    const surplus = joins.filter(({ file }) => !seams.includes(file) && !(file in remaining))
    expect(
      surplus.map(({ file, line, name, tables }) => `${file}:${line} ${name}: ${tables.join(", ")}`),
      "Read each side by a statement of its own in the same round trip, or by a part of owner-queries.server.ts.",
    ).toEqual([])
    const past = Object.keys(remaining).filter((file) => !joins.some((one) => one.file === file))
    expect(past, "Take these files off the list of joins that remain.").toEqual([])
  })

  test("a seam joins them, and holds parts that others use", () => {
    const joins = whole.filter(joinsBoth)
    const through = joins.filter(({ file }) => !seams.includes(file) && !(file in remaining))
    expect(through.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["findSession", "selectPeers", "findWorkshop"]),
    )
  })
})

describe("the tables of a statement", () => {
  const tablesOf = (file: string, name: string) => {
    const found = whole.filter((one) => one.file === `app/domain/${file}` && one.name === name)
    return found.flatMap(({ tables }) => tables)
  }

  test("are found in SQL, in drizzle's chains, in the parts it is made of, in views and in search indexes", () => {
    expect(tablesOf("profiles/queries.server.ts", "selectListing")).toEqual(
      expect.arrayContaining(["listings", "favorites", "blocks", "cities", "service_categories", "services"]),
    )
    expect(tablesOf("chat/block-queries.server.ts", "selectBlocks")).toEqual(["blocks", "users"])
    expect(tablesOf("chat/block-queries.server.ts", "insertBlock")).toEqual(
      expect.arrayContaining(["blocks", "conversations", "profiles", "users"]),
    )
    expect(tablesOf("back-office/records/kinds/users.server.ts", "users")).toEqual(
      expect.arrayContaining(["users", "profiles", "subscriptions"]),
    )
  })
})
