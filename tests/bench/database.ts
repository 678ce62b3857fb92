import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { migrateLocal } from "../../scripts/lib/local-migrations.ts"
import { openDatabase } from "../../scripts/seed/database.ts"
import { hashFiles } from "./build.ts"
import { cache, root, runNode } from "./run.ts"
import { simulateYear } from "./year/simulate.ts"

/** SQL expression: row `i` of a table was written this many minutes after the first. */
const time = "1_790_000_000_000 + i * 60_000"

/** Creates a migrated, empty database; returns its folder of local state, below `under`. */
export async function emptyDatabase(name: string, under = cache): Promise<string> {
  const state = join(under, `state-${name}`)
  rmSync(state, { recursive: true, force: true })
  await migrateLocal(state)
  return state
}

/** Creates a migrated database with a demo of that many profiles, once; returns its folder of local state. */
export function prepareDatabase(profiles: number): Promise<string> {
  return prepareOnce(String(profiles), [], (state) => seed(state, profiles))
}

/** Creates a demo whose pictures have files, once; returns its folder of local state. */
export function preparePictures(): Promise<string> {
  const flags = (state: string) => ["--persist", state, "--profiles", "60"]
  return prepareOnce("pictures", [], (state) => runNode(["scripts/seed/main.ts", ...flags(state)], root))
}

/**
 * Creates a demo with that many users, emails and entries of the audit log, once; returns its folder of local state. The
 * names `Member 00000` to `Member 00099` exist in each.
 */
export function prepareLists(rows: number): Promise<string> {
  return prepareOnce(`lists-${rows}`, ["tests/bench/database.ts"], async (state) => {
    await seed(state, 240)
    const db = openDatabase(state)
    for (const { table, columns, values } of filledTables) {
      const { count } = db.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }
      db.exec(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${rows - count})
        INSERT INTO ${table} (${columns}) SELECT ${values} FROM n`)
    }
    db.exec("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
  })
}

/** Creates a demo of that many profiles and members after a year of use, once; returns its folder of local state. */
export function prepareYear(people: number): Promise<string> {
  return prepareOnce(`year-${people}`, ["tests/bench/year/*.ts"], async (state) => {
    await seed(state, people)
    const db = openDatabase(state)
    simulateYear(db)
    db.close()
  })
}

/** Every hundredth email was given up. */
const filledTables = [
  {
    table: "users",
    columns: "id, email, name, locale, email_verified_at, created_at, updated_at",
    values: `printf('01R%023d', i), printf('member-%05d@example.org', i), printf('Member %05d', i), 'en', 1, ${time}, ${time}`,
  },
  {
    table: "outbox_emails",
    columns: "id, recipient, locale, template, data, state, attempts, next_attempt_at, created_at, updated_at",
    values: `printf('01R%023d', i), printf('member-%05d@example.org', i), 'en', 'new-sign-in', '{}',
      iif(i % 100 = 0, 'dead', 'sent'), 1, 0, ${time}, ${time}`,
  },
  {
    table: "audit_log",
    columns: "at, actor_id, action, target_kind, target_id, reason",
    values: `${time}, (SELECT id FROM users WHERE email = 'admin@salon.test'), 'member.warn', 'member',
      printf('01R%023d', i), 'Insistent messages.'`,
  },
]

function seed(state: string, profiles: number): Promise<void> {
  const flags = ["--persist", state, "--without-media", "--profiles", String(profiles)]
  return runNode(["scripts/seed/main.ts", ...flags], root)
}

/** Creates a migrated database and fills it, unless the last time was with the same migrations, demo and `sources`. */
async function prepareOnce(name: string, sources: string[], fill: (state: string) => Promise<void>): Promise<string> {
  const stamp = join(cache, `state-${name}`, "seeded")
  const id = hashFiles(
    root,
    globSync(["migrations/*.sql", "scripts/seed/**/*.{ts,md,json}", ...sources], { cwd: root }),
  )
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === id) return dirname(stamp)
  const state = await emptyDatabase(name)
  await fill(state)
  writeFileSync(stamp, id)
  return state
}
