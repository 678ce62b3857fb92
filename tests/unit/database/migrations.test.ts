import { DatabaseSync } from "node:sqlite"
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api"
import { is, type SQL } from "drizzle-orm"
import { getTableConfig, SQLiteSyncDialect, SQLiteTable, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { describe, expect, test } from "vitest"
import * as schema from "~/db/schema"
import { enumCheck } from "~/db/schema/columns"
import { filesOf, textOf } from "../../architecture/helpers/sources"

const files = filesOf("migrations/*.sql")
const statementsOf = (file: string) =>
  textOf(file)
    .replace(/^--(?!>).*$/gm, "")
    .split("--> statement-breakpoint")
const statements = files.flatMap(statementsOf)

const database = new DatabaseSync(":memory:")
database.exec("PRAGMA foreign_keys = ON")
for (const statement of statements) database.exec(statement)

const rows = <Row>(sql: string, ...values: string[]) => database.prepare(sql).all(...values) as Row[]
const tables = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map(getTableConfig)
/** The tables of the database, without those that SQLite and full-text indexes create for themselves. */
const names = rows<{ name: string; sql: string }>(
  "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
)
const virtual = names.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql)).map(({ name }) => name)
const ordinary = names
  .map(({ name }) => name)
  .filter((name) => !virtual.some((one) => name === one || name.startsWith(`${one}_`)))

const columnsOf = (table: string) =>
  rows<{ name: string; type: string; notnull: number; pk: number }>("SELECT * FROM pragma_table_info(?)", table)
const indexesOf = (table: string) =>
  rows<{ name: string; unique: number; origin: string }>("SELECT * FROM pragma_index_list(?)", table).map((index) => ({
    ...index,
    columns: rows<{ name: string | null }>("SELECT name FROM pragma_index_info(?) ORDER BY seqno", index.name).map(
      ({ name }) => name ?? "an expression",
    ),
  }))

/** A draft `p` of `u` in the city `paris`, as the first migrations made it. */
const draft = `
  INSERT INTO users (id, email, name, locale, created_at, updated_at) VALUES ('u', 'u@example.org', 'Ada', 'en', 0, 0);
  INSERT INTO cities (id, slug, country, region, position, created_at, updated_at) VALUES ('paris', 'paris', 'FR', 'R', 0, 0, 0);
  INSERT INTO service_categories (id, slug, icon, position, created_at, updated_at) VALUES ('k', 'k', 'k', 0, 0, 0);
  INSERT INTO profiles (id, owner_id, slug, state, name, city_id, category_id, hourly_rate, minimum_hours, languages, photo_count,
    private_photo_count, video_count, version, published_at, created_at, updated_at)
    VALUES ('p', 'u', 'ada', 'draft', 'Ada', 'paris', 'k', 10000, 1, 'en', 0, 0, 0, 1, 7, 0, 0);`

describe("the migrations", () => {
  test("the migrations are numbered in order and named for their purpose", () => {
    expect(files.length).toBeGreaterThan(0)
    const dictionary = textOf("node_modules/drizzle-kit/bin.cjs")
    const wordsOf = (list: string) => new RegExp(`${list} = \\[(.*?)\\];`, "s").exec(dictionary)?.[1] ?? ""
    const [adjectives, heroes] = [wordsOf("adjectives"), wordsOf("heroes")]
    expect([adjectives, heroes]).toEqual([expect.stringContaining('"warm"'), expect.stringContaining('"siren"')])
    for (const [number, file] of files.entries()) {
      const name = file.replace("migrations/", "")
      expect(name).toMatch(new RegExp(`^${String(number).padStart(4, "0")}_[a-z]+(_[a-z0-9]+)*\\.sql$`))
      const [, adjective = "", hero = ""] = /^\d+_([a-z]+)_(\w+)\.sql$/.exec(name) ?? []
      const isMadeUp = adjectives.includes(`"${adjective}"`) && heroes.includes(`"${hero}"`)
      expect(isMadeUp, `${name} is a made-up name: drizzle-kit generate --name says_what_for`).toBe(false)
    }
  })

  test("the migrations are those of drizzle's journal, the last one with a snapshot", () => {
    const journal = JSON.parse(textOf("migrations/meta/_journal.json")) as { entries: { idx: number; tag: string }[] }
    expect(journal.entries.map(({ tag }) => `migrations/${tag}.sql`)).toEqual(files)
    const number = journal.entries.at(-1)?.tag.slice(0, 4)
    // drizzle-kit compares the schema with the last one alone.
    expect(filesOf("migrations/meta/*_snapshot.json")).toEqual([`migrations/meta/${number}_snapshot.json`])
  })

  test("leave drizzle-kit nothing to add: the snapshot is true", async () => {
    const last = JSON.parse(filesOf("migrations/meta/*_snapshot.json").map(textOf).join())
    expect(await generateSQLiteMigration(last, await generateSQLiteDrizzleJson(schema))).toEqual([])
    const { reports: _, ...others } = schema
    expect(await generateSQLiteMigration(last, await generateSQLiteDrizzleJson(others))).toEqual([
      "DROP TABLE `reports`;",
    ])
  })

  test("no migration drops a column, or a table that another refers to: its children would go with it", () => {
    const dangerous = /\bDROP\s+COLUMN\b|__new_|\bRENAME\b|\bPRAGMA\s+(writable_schema|foreign_keys)\b|\bTRUNCATE\b/i
    expect(statements.filter((statement) => dangerous.test(statement))).toEqual([])
    const growing = new DatabaseSync(":memory:")
    const children =
      growing.prepare(`SELECT child.name FROM sqlite_schema AS child, pragma_foreign_key_list(child.name) AS parent
      WHERE child.type = 'table' AND parent."table" = ? AND child.name <> parent."table"`)
    const dropped = new Set<string>()
    for (const statement of statements) {
      const [, table] = /\bDROP\s+TABLE\s+[`"]?(\w+)/i.exec(statement) ?? []
      if (table) {
        dropped.add(table)
        expect([table, children.all(table)]).toEqual([table, []])
      }
      growing.exec(statement)
    }
    expect([...dropped]).toEqual(expect.arrayContaining(["search_newest", "profile_services", "listed_profiles"]))
  })

  test("the tables of many small rows found by a composite or a text key are their own index", () => {
    const stored = rows<{ name: string }>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND wr",
    )
    const inner = (name: string) => virtual.some((one) => name.startsWith(`${one}_`))
    expect(
      stored
        .map(({ name }) => name)
        .filter((name) => !inner(name))
        .toSorted(),
    ).toEqual([
      "agreement_signatures",
      "content_changes",
      "facet_counts",
      "listing_counts",
      "media_likenesses",
      "profile_languages",
      "profile_months",
      "profile_service_texts",
      "profile_services",
    ])
  })

  test("the migrations that rebuild the search indexes find the profiles published before", () => {
    const renewal = files.findIndex((file) => file.includes("search_prefixes"))
    const old = new DatabaseSync(":memory:")
    for (const file of files.slice(0, renewal)) for (const statement of statementsOf(file)) old.exec(statement)
    old.exec(`${draft}
      INSERT INTO profile_texts (profile_id, locale, headline, quote, about) VALUES ('p', 'en', 'Dinners out', '', ''), ('p', 'fr', 'Sorties', '', '');
      UPDATE profiles SET state = 'published';
    `)
    const found = (tag: string) =>
      ["search_newest", "search_price"].flatMap((index) =>
        ["{en} : dinn*", "{fr} : sorties", `tags : ${tag}`, "{fr} : dinn*"].map(
          (term) => old.prepare(`SELECT rowid FROM ${index} WHERE ${index} MATCH ?`).all(term).length,
        ),
      )
    const everyone = [1, 1, 1, 0, 1, 1, 1, 0]

    expect(found("cparis")).toEqual(everyone)
    for (const file of files.slice(renewal)) for (const statement of statementsOf(file)) old.exec(statement)
    expect(found("taggedcparis")).toEqual(everyone)
    old.exec("UPDATE profiles SET state = 'draft'")
    expect(found("taggedcparis")).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })

  test("declarations of media and signatures of the agreement made before migration 0040 remain", () => {
    const lighter = files.findIndex((file) => file.includes("lighter_media"))
    const old = new DatabaseSync(":memory:")
    for (const file of files.slice(0, lighter)) for (const statement of statementsOf(file)) old.exec(statement)
    old.exec(`${draft}
      INSERT INTO agreement_signatures (id, user_id, version, text_hash, locale, name_sealed, signed_at)
        VALUES ('2', 'u', 2, 'hash', 'fr', 'sealed', 8), ('1', 'u', 1, 'hash', 'en', 'sealed', 7);
    `)
    for (const id of ["alone", "others", "open"])
      old.exec(`INSERT INTO media (id, profile_id, kind, visibility, state, storage_key, width, height, thumbhash, position, created_at, updated_at)
        VALUES ('${id}', 'p', 'photo', 'public', 'approved', 'photos/${id}', 1, 1, '', 1, 0, 0)`)
    old.exec(
      "INSERT INTO media_declarations (media_id, has_others, declared_at) VALUES ('alone', 0, 5), ('others', 1, 6)",
    )
    for (const statement of statementsOf(files[lighter] as string)) old.exec(statement)
    expect(
      old.prepare("SELECT id || ' ' || has_others || ' ' || declared_at AS row FROM media ORDER BY id").all(),
    ).toEqual([{ row: "alone 0 5" }, { row: null }, { row: "others 1 6" }])
    expect(old.prepare("SELECT version, locale, name_sealed, signed_at FROM agreement_signatures").all()).toEqual([
      { version: 1, locale: "en", name_sealed: "sealed", signed_at: 7 },
      { version: 2, locale: "fr", name_sealed: "sealed", signed_at: 8 },
    ])
  })

  test("cards of profiles listed before migration 0076 have the next two public pictures, in the profile's order", () => {
    const renewal = files.findIndex((file) => file.includes("pictures_of_cards"))
    const old = new DatabaseSync(":memory:")
    for (const file of files.slice(0, renewal)) for (const statement of statementsOf(file)) old.exec(statement)
    old.exec(`${draft}
      DROP TRIGGER profiles_unpublishable;
      UPDATE profiles SET photo_count = 4, state = 'published';`)
    const places = { a: 5, b: 4, c: 3, d: 2, e: 1, f: 0 }
    for (const [id, position] of Object.entries(places))
      old.exec(`INSERT INTO media (id, profile_id, kind, visibility, state, storage_key, width, height, thumbhash, position, created_at, updated_at)
        VALUES ('${id}', 'p', 'photo', '${id === "e" ? "private" : "public"}', '${id === "d" ? "reported" : "approved"}', 'photos/${id}', 1, 1, '', ${position}, 0, 0)`)
    for (const statement of statementsOf(files[renewal] as string)) old.exec(statement)
    for (const table of ["profiles", "listings"])
      expect(old.prepare(`SELECT more_media_ids FROM ${table}`).all()).toEqual([{ more_media_ids: "c,b" }])
  })

  test("views of days counted before migration 0051 remain, each on its day", () => {
    const packed = files.findIndex((file) => file.includes("packed_statistics"))
    const old = new DatabaseSync(":memory:")
    for (const file of files.slice(0, packed)) for (const statement of statementsOf(file)) old.exec(statement)
    const days = ["2025-12-31 4", "2026-01-01 1", "2026-01-02 22", "2026-01-31 7", "2026-02-28 300", "2028-02-29 5"]
    old.exec(draft)
    const insert = old.prepare("INSERT INTO profile_days (profile_id, day, views) VALUES ('p', ?, ?)")
    for (const [day = "", views = ""] of days.map((day) => day.split(" "))) insert.run(day, Number(views))
    for (const statement of statementsOf(files[packed] as string)) old.exec(statement)
    const rows = (sql: string) =>
      old
        .prepare(sql)
        .all()
        .map(({ row }) => row)
    expect(rows("SELECT day || ' ' || views AS row FROM profile_days ORDER BY day")).toEqual(days)
    expect(rows("SELECT month AS row FROM profile_months ORDER BY month")).toEqual([
      "2025-12",
      "2026-01",
      "2026-02",
      "2028-02",
    ])
  })

  test("decisions and the appeals against them remain, although both tables are made again", () => {
    const again = files.findIndex((file) => file.includes("decisions_of_any_kind"))
    const old = new DatabaseSync(":memory:")
    old.exec("PRAGMA foreign_keys = ON")
    for (const file of files.slice(0, again)) for (const statement of statementsOf(file)) old.exec(statement)
    old.exec(draft)
    for (const [id, field] of [
      ["1", "NULL"],
      ["2", "'about'"],
    ])
      old.exec(`
        INSERT INTO decisions (id, reference, kind, user_id, subject_id, field, ground, facts, source, is_automatic, template, state, created_at, updated_at)
          VALUES ('${id}', 'D-${id}', 'text_refused', 'u', 'p', ${field}, '{"en":1}', 'Facts', 'review', 0, 1, 'active', 5, 6);
        INSERT INTO appeals (decision_id, body, state, locale, created_at, updated_at) VALUES ('${id}', 'Why', 'open', 'en', 7, 8);`)
    const everything = () => [
      old.prepare("SELECT * FROM decisions ORDER BY id").all(),
      old.prepare("SELECT * FROM appeals ORDER BY decision_id").all(),
    ]
    const before = everything()
    for (const statement of statementsOf(files[again] as string)) old.exec(statement)
    expect(before.map((rows) => rows.length)).toEqual([2, 2])
    expect(everything()).toEqual(before)
    old.exec("UPDATE decisions SET user_id = NULL WHERE id = '1'; DELETE FROM decisions WHERE id = '2'")
    expect(old.prepare("SELECT decision_id FROM appeals").all()).toEqual([{ decision_id: "1" }])
  })

  test("sanctions remain, although their table is made again", () => {
    const again = files.findIndex((file) => file.includes("limits_and_reason_templates"))
    const old = new DatabaseSync(":memory:")
    old.exec("PRAGMA foreign_keys = ON")
    for (const file of files.slice(0, again)) for (const statement of statementsOf(file)) old.exec(statement)
    old.exec(`${draft}
      INSERT INTO sanctions (id, user_id, kind, state, reason, expires_at, created_at, ended_at)
        VALUES ('1', 'u', 'suspend', 'expired', 'Why', 9, 5, 9), ('2', 'u', 'close', 'pending', 'Why not', 99, 6, NULL);`)
    const rows = () =>
      old.prepare("SELECT id, kind, state, reason, expires_at, created_at, ended_at FROM sanctions").all()
    const before = rows()
    for (const statement of statementsOf(files[again] as string)) old.exec(statement)
    expect(before).toHaveLength(2)
    expect(rows()).toEqual(before)
  })
})

/** Enum columns to which values are added, in tables that another refers to: a CHECK would take both tables' rebuilding each time. */
const growing = ["decisions.kind"]

/** Enum columns of these tables whose CHECK, in the SQL that made the table, is missing or names other values. */
function uncheckedColumns(tables: TableConfig[], sqlOf: (table: string) => string): string[] {
  return tables.flatMap(({ name, columns }) =>
    columns
      .filter(({ enumValues }) => enumValues?.length)
      .filter((column) => !growing.includes(`${name}.${column.name}`))
      .filter((column) => {
        const values = column.enumValues?.map((value: string) => `'${value}'`).join(", ")
        return !sqlOf(name).replaceAll('"', "").includes(`${name}.${column.name} IN (${values}))`)
      })
      .map((column) => `${name}.${column.name}`),
  )
}
type TableConfig = ReturnType<typeof getTableConfig>

describe("enum columns", () => {
  const firstChecked = files.findIndex((file) => file.includes("/0020_"))
  const made = (from: number, to?: number) =>
    files
      .slice(from, to)
      .flatMap((file) => [...textOf(file).matchAll(/CREATE TABLE [`"]?(\w+)[`"]? \(/g)].map(([, name]) => name))

  test("have a CHECK for their values in each table made since migration 0020", () => {
    const kept = [...new Set(made(firstChecked))].filter((name) => ordinary.includes(String(name)))
    const [old, young] = [made(0, firstChecked), kept]
    expect([old, young]).toEqual([expect.arrayContaining(["profiles"]), expect.arrayContaining(["search_renames"])])
    const checked = tables.filter(({ name }) => young.includes(name))
    expect(checked.length).toBe(young.length)
    const sqlOf = (table: string) => names.find(({ name }) => name === table)?.sql ?? ""
    expect(uncheckedColumns(checked, sqlOf), "Write enumCheck(table.column) into the table's schema.").toEqual([])
  })

  test("get it from enumCheck, as drizzle-kit writes it, and without it are found out", async () => {
    const columns = () => ({ id: text().primaryKey(), state: text({ enum: ["open", "it's shut"] }).notNull() })
    const doors = sqliteTable("doors", columns(), (table) => [enumCheck(table.state)])
    const [empty, withDoors] = [await generateSQLiteDrizzleJson({}), await generateSQLiteDrizzleJson({ doors })]
    const [create = ""] = await generateSQLiteMigration(empty, withDoors)
    const house = new DatabaseSync(":memory:")
    house.exec(create)
    house.exec("INSERT INTO doors VALUES ('a', 'open'), ('b', 'it''s shut')")
    expect(() => house.exec("INSERT INTO doors VALUES ('c', 'ajar')")).toThrow("CHECK constraint failed: doors_state")

    const gates = getTableConfig(
      sqliteTable("gates", { id: text().primaryKey(), state: text({ enum: ["open", "shut"] }) }),
    )
    const sqlOf = (values: string) => () =>
      `CREATE TABLE gates (id text, state text, CHECK("gates"."state" IN (${values})))`
    expect(uncheckedColumns([gates], sqlOf("'open', 'shut'"))).toEqual([])
    expect(uncheckedColumns([gates], sqlOf("'open'"))).toEqual(["gates.state"])
    expect(uncheckedColumns([gates], () => "CREATE TABLE gates (id text, state text)")).toEqual(["gates.state"])
  })
})

describe("the migrated database", () => {
  test("the migrated database has the tables of the drizzle schema, and no other", () => {
    expect(ordinary.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  test.each(tables.map((table) => [table.name, table] as const))("%s has the schema's columns", (name, table) => {
    const keys = table.primaryKeys.flatMap(({ columns }) => columns.map((column) => column.name))
    const expected = table.columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      notnull: column.notNull || column.primary ? 1 : 0,
      key: column.primary || keys.includes(column.name),
    }))
    const found = columnsOf(name).map((column) => ({ ...column, type: column.type.toLowerCase(), key: column.pk > 0 }))
    const plain = found.map(({ name, type, notnull, key }) => ({ name, type, notnull, key }))
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
    expect(plain.toSorted(byName)).toEqual(expected.toSorted(byName))
  })

  /** Returns the column of `name COLLATE NOCASE`: SQLite does not count it as an expression. */
  const collatedColumn = (expression: SQL): string | undefined =>
    /^(\w+) COLLATE \w+$/.exec(new SQLiteSyncDialect().sqlToQuery(expression).sql)?.[1]

  test.each(tables.map((table) => [table.name, table] as const))("%s has the schema's indexes", (name, table) => {
    const expected = [
      ...table.indexes.map(({ config }) => ({
        name: config.name,
        unique: config.unique ? 1 : 0,
        columns: config.columns.map((column) =>
          "name" in column ? String(column.name) : (collatedColumn(column) ?? "an expression"),
        ),
      })),
      ...table.columns
        .filter((column) => column.isUnique)
        .map((column) => ({ name: column.uniqueName, unique: 1, columns: [column.name] })),
      ...table.uniqueConstraints.map((one) => ({
        name: one.getName(),
        unique: 1,
        columns: one.columns.map((column) => column.name),
      })),
    ]
    const found = indexesOf(name).filter(({ origin }) => origin === "c")
    const byName = (a: { name?: string }, b: { name?: string }) => (a.name ?? "").localeCompare(b.name ?? "")
    expect(found.map(({ name, unique, columns }) => ({ name, unique, columns })).toSorted(byName)).toEqual(
      expected.toSorted(byName),
    )
  })

  test.each(tables.map((table) => [table.name, table] as const))("%s has the schema's foreign keys", (name, table) => {
    const expected = table.foreignKeys.map((key) => {
      const { columns, foreignTable, foreignColumns } = key.reference()
      return [
        columns.map(({ name }) => name),
        getTableConfig(foreignTable).name,
        foreignColumns.map(({ name }) => name),
        key.onDelete?.toUpperCase() ?? "NO ACTION",
      ].join(" ")
    })
    const found = rows<{ from: string; table: string; to: string; on_delete: string }>(
      `SELECT group_concat("from") AS "from", "table", group_concat("to") AS "to", on_delete FROM
        (SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq) GROUP BY id`,
      name,
    )
    expect(found.map((key) => [key.from, key.table, key.to, key.on_delete].join(" ")).toSorted()).toEqual(
      expected.toSorted(),
    )
  })

  test("an index begins with each foreign key: deleting a row must not read the whole child table", () => {
    const missing = ordinary.flatMap((table) => {
      const starts = indexesOf(table).map(({ columns }) => columns[0])
      starts.push(columnsOf(table).find(({ pk }) => pk === 1)?.name)
      const keys = rows<{ from: string }>("SELECT * FROM pragma_foreign_key_list(?) WHERE seq = 0", table)
      return keys.filter(({ from }) => !starts.includes(from)).map(({ from }) => `${table}.${from}`)
    })
    // Services are not deleted, and an index of who offers which would be as large as the table.
    expect(missing).toEqual(["profile_services.service_id"])
  })

  test("the database stores no date of birth and no number of a document (trust-safety R1)", () => {
    const stored = ordinary.flatMap((table) => columnsOf(table).map(({ name }) => `${table}.${name}`))
    const forbidden =
      /\.(dob|birth_?(date|day)|date_of_birth|doc(ument)?_(number|no)|passport(_number)?|id_number|ssn)$/
    expect(stored.filter((column) => forbidden.test(column))).toEqual([])
  })

  test("the database stores times as whole numbers: created_at and updated_at, epoch milliseconds", () => {
    const times = ordinary.flatMap((table) =>
      columnsOf(table)
        .filter(({ name }) => name.endsWith("_at"))
        .map(({ name, type }) => `${table}.${name} ${type.toLowerCase()}`),
    )
    expect(times.filter((time) => !time.endsWith(" integer"))).toEqual([])
  })
})
