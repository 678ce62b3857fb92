import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, test } from "vitest"
import { profileStates } from "~/db/schema/profiles/profiles"
import { changesFrom, type SchemaObject, selectObjects } from "~/db/triggers"
import { consentVersions } from "~/domain/accounts/sign-up/join.server"
import { castingConsents } from "~/domain/support/applications/schema"
import { accounts, colleagues } from "../../../scripts/seed/accounts.ts"
import { buildBase } from "../../../scripts/seed/base.ts"
import { categories, cities } from "../../../scripts/seed/catalog.ts"
import { beginSeed, endSeed, insertOwners, isHalfSeeded, replaceRows } from "../../../scripts/seed/database.ts"
import { lastNoon } from "../../../scripts/seed/day.ts"
import { demoFolder, listNames, type Picture, readPeople } from "../../../scripts/seed/demo.ts"
import { readDuration } from "../../../scripts/seed/mp4.ts"
import { nameFor, pools, slugOf } from "../../../scripts/seed/people.ts"
import { generateProfiles } from "../../../scripts/seed/profiles.ts"
import { random } from "../../../scripts/seed/random.ts"
import type { SeedOptions, TableRow } from "../../../scripts/seed/rows.ts"
import { buildOwnersInStates } from "../../../scripts/seed/states.ts"
import { typesetFrench } from "../../../scripts/seed/texts/fragments.ts"
import { filesOf, textOf } from "../../architecture/helpers/sources"

const now = Date.parse("2026-11-20T12:00:00Z")
const week = 7 * 24 * 60 * 60 * 1000

const picture = (storageKey: string): Picture => ({
  storageKey,
  width: 800,
  height: 1000,
  thumbhash: "",
  color: "#a09080",
})
const named = <T>(names: string[], make: (name: string) => T) =>
  Object.fromEntries(names.map((name) => [name, make(name)]))
const pictures = {
  people: readPeople().map(({ id, presents, pictures }) => ({ id, presents, portraits: pictures.map(picture) })),
  scenes: named(listNames("scenes"), picture),
  videos: named(listNames("videos"), (name) => ({ ...picture(name), duration: 8 })),
}

function generate(seed: number, count: number): { base: TableRow[]; profiles: TableRow[][] } {
  const options: SeedOptions = { seed, now, pictures }
  const base = buildBase(options, 1)
  return { base: base.rows, profiles: [...generateProfiles(options, base, count)] }
}

const demo = generate(1, 240)
const rowsOf = (rows: TableRow[], table: string) => rows.filter((row) => row.table === table).map((row) => row.row)
const everything = [...demo.base, ...demo.profiles.flat()]
const french = everything.filter(({ row }) => row.locale === "fr" && "email" in row === false)

const migrations = filesOf("migrations/*.sql")
const migrate = (db: DatabaseSync, files: string[]) => {
  for (const file of files) db.exec(textOf(file))
}
/** Returns the columns of each table. */
const columnsOf = (db: DatabaseSync): Map<string, string[]> => {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const columns = db.prepare("SELECT name FROM pragma_table_info(?)")
  return new Map(tables.map(({ name }) => [String(name), columns.all(String(name)).map((row) => String(row.name))]))
}
/** Fills an empty database of any version with what it has columns for, then publishes the profiles. */
const fill = (db: DatabaseSync, rows: TableRow[]) => {
  const known = columnsOf(db)
  for (const { table, row } of rows) {
    const columns = (known.get(table) ?? []).filter((column) => column in row)
    if (columns.length === 0) continue
    db.prepare(`INSERT OR REPLACE INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`).run(
      ...columns.map((column) => row[column] ?? null),
    )
  }
  db.exec("UPDATE profiles SET state = 'published'")
}

describe("the demo's rows", () => {
  test("days off and tours of a few profiles lie after the day of the seed, tours in other cities", () => {
    const entries = rowsOf(everything, "calendar_entries")
    const homes = new Map(rowsOf(everything, "profiles").map(({ id, city_id }) => [id, city_id]))
    const tours = entries.filter(({ kind }) => kind === "tour")
    expect([entries.length > 20, entries.length < 90, tours.length > 8]).toEqual([true, true, true])
    for (const { first_day, last_day } of entries)
      expect("2026-11-20" < String(first_day) && String(first_day) <= String(last_day)).toBe(true)
    for (const { profile_id, city_id } of tours) expect(city_id).not.toBe(homes.get(profile_id))
    expect(new Set(tours.map(({ profile_id }) => profile_id)).size).toBe(tours.length)
  })

  test("the demo's rows are the same for the same seed, and others for another", () => {
    expect(generate(1, 240)).toEqual(demo)
    expect(generate(2, 1).profiles).not.toEqual(demo.profiles.slice(0, 1))
  })

  test("the demo's rows do not depend on the number of profiles", () => {
    expect(generate(1, 30).profiles).toEqual(demo.profiles.slice(0, 30))
  })

  test("the demo's rows have ids of 26 characters that never repeat", () => {
    const ids = everything.flatMap(({ row }) => (typeof row.id === "string" ? [row.id] : []))
    expect(ids.filter((id) => !/^0[0-9A-HJKMNP-TV-Z]{25}$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test("put the legal texts in force in the month that their readers accept", () => {
    const monthOf = (slug: string) => {
      const at = rowsOf(demo.base, "pages").find((page) => page.slug === slug)?.published_at
      return new Date(Number(at)).toISOString().slice(0, 7)
    }
    expect(monthOf("legal/terms")).toBe(consentVersions.terms)
    expect(monthOf("legal/use")).toBe(castingConsents.rules)
    const dated = rowsOf(demo.base, "page_texts").filter(({ body }) => /in force since|en vigueur/i.test(`${body}`))
    expect(dated, "The page's header says since when.").toEqual([])
  })

  test("the demo's rows fit the migrations, whose triggers list every profile", () => {
    const db = new DatabaseSync(":memory:")
    migrate(db, migrations)
    for (const profiles of [demo.profiles, demo.profiles.slice(0, 60)]) {
      replaceRows(db, demo.base, profiles)
      const count = (sql: string) => db.prepare(sql).get()?.n
      expect(count("SELECT count(*) AS n FROM profiles")).toBe(profiles.length)
      expect(count("SELECT profiles AS n FROM listing_counts WHERE category_id = '' AND city_id = ''")).toBe(
        profiles.length,
      )
      expect(count("SELECT sum(profiles) AS n FROM listing_counts WHERE category_id = '' AND city_id <> ''")).toBe(
        profiles.length,
      )
    }
    db.close()
  })
})

test("the demo has an owner in each state of a profile that is not listed, who can log in", () => {
  const db = new DatabaseSync(":memory:")
  db.exec("PRAGMA foreign_keys = ON")
  migrate(db, migrations)
  const options: SeedOptions = { seed: 1, now, pictures }
  const base = buildBase(options, 1)
  replaceRows(db, base.rows, generateProfiles(options, base, 12))
  insertOwners(db, buildOwnersInStates(options, base))
  const all = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  const states = all("SELECT DISTINCT state FROM profiles").map(({ state }) => state)
  // A banned owner cannot log in.
  expect(states.toSorted()).toEqual(profileStates.filter((state) => state !== "banned").toSorted())
  expect(all("SELECT count(*) AS n FROM listed_profiles")).toEqual([{ n: 12 }])
  expect(all("SELECT email FROM users WHERE email LIKE '%@owners.salon.test' AND password_hash IS NULL")).toEqual([])
  // Problems of the draft that the approved one does not have.
  const missing = (state: string) =>
    all(
      `SELECT problem FROM publication_problems JOIN profiles AS p ON p.id = profile_id WHERE p.state = '${state}' ORDER BY problem`,
    ).map(({ problem }) => problem)
  expect([missing("draft"), missing("approved")]).toEqual([["agreement", "consent", "identity"], []])
  db.close()
})

describe("a database of the demo, made by the migrations before number 20", () => {
  test("keeps its rows, its listing, its counts and its search through the later migrations", () => {
    const db = new DatabaseSync(":memory:")
    db.exec("PRAGMA foreign_keys = ON")
    migrate(db, migrations.slice(0, 20))
    const all = (sql: string) => db.prepare(sql).all()
    const columns = columnsOf(db)
    fill(db, everything)
    const written = [...new Set(everything.map(({ table }) => table))].filter((table) => columns.has(table))
    const read = () => ({
      rows: written.map((table) => [
        table,
        all(`SELECT ${columns.get(table)} FROM ${table}`)
          .map((row) => JSON.stringify(row))
          .toSorted(),
      ]),
      counts: all("SELECT * FROM listing_counts WHERE profiles <> 0 ORDER BY 1, 2"),
      facets: all("SELECT * FROM facet_counts WHERE profiles <> 0 ORDER BY 1, 2, 3"),
      listing: all(
        "SELECT profile_id, price, city_id, region, categories, facets, json_remove(card, '$.more_media_ids') AS card FROM listed_profiles ORDER BY newest",
      ),
      found: ["newest", "price"].map((order) =>
        all(`SELECT l.profile_id FROM search_${order} AS s JOIN listed_profiles AS l ON l.${order} = s.rowid
          WHERE s.search_${order} MATCH '{en fr} : (paris OR dinn*) AND tags : (all OR taggedall)' ORDER BY s.rowid`),
      ),
    })
    const recount = () =>
      all(`SELECT category.value AS category_id, city.value AS city_id, count(*) AS profiles FROM listed_profiles AS l,
        json_each(json_insert(l.categories, '$[#]', '')) AS category, json_each(json_array(l.city_id, '')) AS city
        GROUP BY 1, 2 ORDER BY 1, 2`)
    const before = read()
    expect(before.listing).toHaveLength(demo.profiles.length)
    expect(before.found[0]?.length).toBeGreaterThan(10)
    migrate(db, migrations.slice(20))
    expect(read()).toEqual(before)
    expect(read().counts).toEqual(recount())
    expect(
      all("SELECT profile_id AS id, card ->> '$.more_media_ids' AS more_media_ids FROM listed_profiles ORDER BY 1"),
    ).toEqual(
      everything
        .filter(({ table }) => table === "profiles")
        .map(({ row: { id, more_media_ids } }) => ({ id, more_media_ids }))
        .toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1)),
    )
    expect(changesFrom(all(selectObjects) as unknown as SchemaObject[])).toEqual([])
    expect(all("PRAGMA foreign_key_check")).toEqual([])

    db.exec(
      "UPDATE profiles SET state = 'paused' WHERE rowid % 3 = 0; UPDATE profiles SET city_id = (SELECT min(id) FROM cities)",
    )
    expect(read().counts).toEqual(recount())
    const [one] = all("SELECT profile_id FROM profile_service_texts LIMIT 1")
    const rowsOfOne = () =>
      ["profile_services", "profile_service_texts", "profile_languages", "listed_profiles"].map(
        (table) =>
          db.prepare(`SELECT count(*) AS n FROM ${table} WHERE profile_id = ?`).get(String(one?.profile_id))?.n,
      )
    expect(rowsOfOne()).not.toContain(0)
    db.prepare("DELETE FROM profiles WHERE id = ?").run(String(one?.profile_id))
    expect(rowsOfOne()).toEqual([0, 0, 0, 0])
    expect(read().counts).toEqual(recount())
    expect(() => db.exec("DELETE FROM services")).toThrow("FOREIGN KEY")
    expect(all("PRAGMA foreign_key_check")).toEqual([])
    db.close()
  })

  test("lists profiles at the first free second since their publication, in the order that they had", () => {
    const db = new DatabaseSync(":memory:")
    migrate(db, migrations.slice(0, 21))
    const moments = [5_000, 5_000, 5_999, 6_000, 60_000]
    const profiles = demo.profiles
      .slice(0, moments.length)
      .flatMap((rows, n) =>
        rows.map((one) =>
          one.table === "profiles" ? { ...one, row: { ...one.row, published_at: moments[n] ?? 0 } } : one,
        ),
      )
    fill(db, [...demo.base, ...profiles])
    const places = () => db.prepare("SELECT newest, profile_id FROM listed_profiles ORDER BY newest").all()
    const before = places()
    migrate(db, migrations.slice(21))
    expect(places().map(({ newest }) => newest)).toEqual([5, 6, 7, 8, 60])
    expect(places().map(({ profile_id }) => profile_id)).toEqual(before.map(({ profile_id }) => profile_id))
  })
})

describe("the catalogue", () => {
  test("the demo's catalogue has 30 cities, 6 categories and 40 services, each in a category", () => {
    expect(rowsOf(demo.base, "cities")).toHaveLength(30)
    const categoryRows = rowsOf(demo.base, "service_categories")
    expect(categoryRows).toHaveLength(6)
    const services = rowsOf(demo.base, "services")
    expect(services).toHaveLength(40)
    const ids = categoryRows.map((row) => row.id)
    expect(services.filter((row) => !ids.includes(row.category_id as string))).toEqual([])
  })

  test("the demo's catalogue has weights of 240 in each kind", () => {
    expect(cities.reduce((sum, city) => sum + city.weight, 0)).toBe(240)
    expect(categories.reduce((sum, category) => sum + category.weight, 0)).toBe(240)
  })
})

describe("a profile", () => {
  test("a demo profile has a slug of its own, among 50,000", { timeout: 60_000 }, () => {
    const slugs = new Set<string>()
    const options: SeedOptions = { seed: 1, now, pictures }
    for (const rows of generateProfiles(options, buildBase(options, 1), 50_000)) {
      slugs.add(String(rows.find((row) => row.table === "profiles")?.row.slug))
    }
    expect(slugs.size).toBe(50_000)
  })

  test("a demo profile has texts in both languages, three to eight photos and two to seven services", () => {
    for (const rows of demo.profiles) {
      const texts = rowsOf(rows, "profile_texts")
      expect(texts.map((text) => text.locale)).toEqual(["en", "fr"])
      for (const text of texts) expect(String(text.about).split("\n\n").length).toBeGreaterThanOrEqual(2)
      const photos = rowsOf(rows, "media").filter((media) => media.kind === "photo")
      expect(photos.length).toBeGreaterThanOrEqual(3)
      expect(photos.length).toBeLessThanOrEqual(8)
      const isPrivate = (media: TableRow["row"]) => media.visibility === "private"
      expect(rowsOf(rows, "profiles")[0]).toMatchObject({
        cover_media_id: photos[0]?.id,
        more_media_ids: photos
          .filter((media) => !isPrivate(media))
          .slice(1, 3)
          .map(({ id }) => id)
          .join(","),
        photo_count: photos.filter((media) => !isPrivate(media)).length,
        private_photo_count: photos.filter(isPrivate).length,
      })
      expect(photos[0]?.visibility).toBe("public")
      const services = rowsOf(rows, "profile_services")
      expect(services.length).toBeGreaterThanOrEqual(2)
      expect(services.length).toBeLessThanOrEqual(7)
    }
  })

  test("a demo profile has a plausible rate and a past date, 35 of them within a week", () => {
    const profiles = demo.profiles.flatMap((rows) => rowsOf(rows, "profiles"))
    for (const profile of profiles) {
      const rate = Number(profile.hourly_rate)
      expect([rate % 500, rate >= 5500, rate <= 19_000]).toEqual([0, true, true])
      expect(Number(profile.updated_at)).toBeLessThanOrEqual(now)
      expect(Number(profile.created_at)).toBeLessThan(Number(profile.published_at))
    }
    expect(profiles.filter((profile) => Number(profile.published_at) > now - week)).toHaveLength(35)
    expect(profiles.flatMap((profile) => profile.featured_rank ?? [])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })

  test("a demo profile has a first name that goes with the pictures", () => {
    const home = cities[0] as (typeof cities)[number]
    for (const presents of ["woman", "man"] as const) {
      const first = nameFor({ index: 7, seed: 1, presents, home, random: random(1, "name", 7) }).first
      expect(Object.values(pools).some((pool) => pool[presents].includes(first))).toBe(true)
    }
    const women = new Set(Object.values(pools).flatMap((pool) => pool.woman.map(slugOf)))
    expect(Object.values(pools).flatMap((pool) => pool.man.filter((name) => women.has(slugOf(name))))).toEqual([])
  })
})

describe("the texts", () => {
  test("the demo's texts leave no template markup behind", () => {
    // A template's {name} is replaced in the composer; a month's views and figures are JSON.
    const withMarkup = ["page_texts", "message_templates", "profile_months", "transparency_figures"]
    const words = everything.flatMap(({ table, row }) => (withMarkup.includes(table) ? [] : Object.values(row)))
    expect(words.filter((word) => typeof word === "string" && /[[\]|{}]/.test(word) && !word.includes("]("))).toEqual(
      [],
    )
  })

  test("the demo's texts follow French typography", () => {
    const words = french.flatMap(({ row }) => Object.values(row).filter((word) => typeof word === "string"))
    expect(words.filter((word) => / [:;!?»%€]|« |\d h \d|'/.test(word))).toEqual([])
    expect(words.filter((word) => /[A-Za-zé][;!?]/.test(word))).toEqual([])
    expect(typesetFrench("« À 20 h 30 : 1 284 € ? »")).toBe(
      "«\u00a0À 20\u00a0h\u00a030\u00a0: 1\u202f284\u00a0€\u202f?\u00a0»",
    )
  })

  test("the demo's people contract their English, except where they stress a word", () => {
    const files = [...filesOf("scripts/seed/texts/*.json"), "scripts/seed/content/chats.json"]
    const spoken = files.flatMap((file) => [...textOf(file).matchAll(/"(?:en|text)": "(.*)"/g)].map(([, text]) => text))
    const stiff =
      /\b(do|does|did|is|are|was|were|could|would|have|has) not\b|\bcannot\b|\bI (am|will|would)\b(?![,.;:])/
    const sentences = spoken.flatMap((text) => text?.split(/(?<=[.!?;:]) /) ?? [])
    expect(sentences.length).toBeGreaterThan(500)
    expect(sentences.filter((sentence) => stiff.test(sentence)).toSorted()).toEqual([
      "Discretion is not silence.",
      "Rest is not a reward.",
      "Silence between two courses does not worry me.",
      "What is not on the list I do not do.",
    ])
  })

  test("the demo's texts stay within what the app offers", () => {
    const denied =
      /\b(sex\w*|sensu\w*|erot\w*|érot\w*|intimate|intimes?|intimité|nud\w*|nu|nue|naked|massag\w*|lingerie|escort\w*|girlfriend|young\w*|jeunes?|blonde?|brunette|beautiful|séduisant\w*|sedu\w*|desire|désir\w*|bedroom|kiss\w*|whatsapp|telegram)\b/iu
    // Figures name what may be reported.
    const offered = everything.filter(({ table }) => !["page_texts", "transparency_figures"].includes(table))
    // Addresses of profiles are the spec's.
    const isAddress = (value: unknown) => typeof value === "string" && value.startsWith("/escorts/")
    const words = offered.flatMap(({ row }) => Object.values(row)).filter((value) => !isAddress(value))
    expect(words.filter((word) => typeof word === "string" && denied.test(word))).toEqual([])
  })
})

test("the demo's accounts have distinct passwords of twelve characters or more", () => {
  expect(new Set(accounts.map((account) => account.password)).size).toBe(accounts.length)
  for (const account of accounts) expect(account.password.length).toBeGreaterThanOrEqual(12)
  const members = rowsOf(demo.base, "users").filter((user) => user.password_hash !== null)
  expect(members).toHaveLength(accounts.length + colleagues.length)
  for (const user of members) {
    expect(user.password_hash).toMatch(/^scrypt\$16384\$16\$1\$[\w-]{22}\$[\w-]{43}$/)
  }
})

test("the lengths of the demo's videos are read from their headers", () => {
  for (const name of listNames("videos")) {
    const seconds = readDuration(readFileSync(new URL(`videos/${name}.mp4`, demoFolder)))
    expect(seconds).toBeGreaterThan(1)
    expect(seconds).toBeLessThan(60)
  }
})

test("a seed that was killed is known as one until another is done", () => {
  const db = new DatabaseSync(":memory:")
  expect(isHalfSeeded(db)).toBe(false)
  beginSeed(db)
  expect(isHalfSeeded(db)).toBe(true)
  endSeed(db)
  expect(isHalfSeeded(db)).toBe(false)
})

test("the demo is of the last noon before the day on which it is made, never of the future", () => {
  expect(lastNoon(Date.parse("2027-03-02T12:00:00Z"))).toBe("2027-03-02T12:00:00.000Z")
  expect(lastNoon(Date.parse("2027-03-02T11:59:59Z"))).toBe("2027-03-01T12:00:00.000Z")
  expect(lastNoon(Date.parse("2027-01-01T00:00:00Z"))).toBe("2026-12-31T12:00:00.000Z")
})
