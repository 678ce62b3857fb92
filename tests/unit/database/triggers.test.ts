import { DatabaseSync } from "node:sqlite"
import { beforeEach, describe, expect, test } from "vitest"
import { tagStart } from "~/db/search/search-tags"
import { changesFrom, type SchemaObject, schemaObjects, selectObjects } from "~/db/triggers"
import { completeLocales } from "~/i18n/locales"
import { filesOf, textOf } from "../../architecture/helpers/sources"

let database: DatabaseSync
beforeEach(() => {
  database = new DatabaseSync(":memory:")
  database.exec("PRAGMA foreign_keys = ON")
  for (const file of filesOf("migrations/*.sql")) database.exec(textOf(file))
})

const objects = () => database.prepare(selectObjects).all() as unknown as SchemaObject[]
const count = (sql: string) => Number(database.prepare(sql).get()?.n)

describe("the list of triggers, views and search indexes", () => {
  test("is what the migrations make, to the letter", () => {
    expect(changesFrom(objects())).toEqual([])
    expect(objects()).toHaveLength(schemaObjects.length)
    expect(new Set(schemaObjects.map(({ name }) => name)).size).toBe(schemaObjects.length)
  })

  test("has words of each complete language of the interface", () => {
    const words = schemaObjects.filter(({ name }) => /^(listed_words|search_newest|search_price)$/.test(name))
    expect(words).toHaveLength(3)
    for (const { sql } of words)
      for (const { code } of completeLocales) expect(sql).toMatch(new RegExp(`\\b${code}\\b`))
  })

  test("begins tags with as many letters as the longest prefix index has", () => {
    const tagged = schemaObjects.filter(({ sql }) => /USING fts5\([^)]*\btags\b/.test(sql))
    const prefixes = tagged.flatMap(({ sql }) => [...sql.matchAll(/prefix='([\d ]+)'/g)].map(([, list = ""]) => list))
    expect(prefixes).toHaveLength(2)
    for (const list of prefixes) expect(Math.max(...list.split(" ").map(Number))).toBe(tagStart.length)
  })

  test("lists what a migration has to drop and create: what is missing, what is odd and what is not on it", () => {
    const make = (name: string) => schemaObjects.find((one) => one.name === name)?.sql
    database.exec(`
      DROP TRIGGER media_update_seen;
      DROP TRIGGER cities_moved;
      CREATE TRIGGER cities_moved AFTER UPDATE ON cities BEGIN SELECT 1; END;
      CREATE TRIGGER stray AFTER DELETE ON cities BEGIN SELECT 1; END;
    `)
    expect(changesFrom(objects())).toEqual([
      "DROP TRIGGER cities_moved",
      "DROP TRIGGER stray",
      make("cities_moved"),
      make("media_update_seen"),
    ])
  })

  test("makes a database whose views and indexes changed equal again, with everybody in them", () => {
    insertProfiles(3)
    database.exec(`
      DROP VIEW listed_words;
      CREATE VIEW listed_words AS SELECT profile_id, newest, price, '' AS en, '' AS fr, 'all' AS tags FROM listed_profiles;
      DROP TABLE search_newest;
      CREATE VIRTUAL TABLE search_newest USING fts5(en, tags);
    `)
    for (const statement of changesFrom(objects())) database.exec(statement)
    expect(changesFrom(objects())).toEqual([])
    expect(found("search_newest", "{fr} : ville")).toBe(3)
  })
})

/** Publishes so many profiles in the city `c1`, the first tenth of them at one moment. */
function insertProfiles(number: number) {
  database.exec(`
    INSERT INTO cities (id, slug, country, region, position, created_at, updated_at) VALUES ('c1', 'c1', 'FR', 'R', 0, 0, 0);
    INSERT INTO city_texts (city_id, locale, name) VALUES ('c1', 'en', 'Town'), ('c1', 'fr', 'Ville');
    INSERT INTO service_categories (id, slug, icon, position, created_at, updated_at) VALUES ('k', 'k', 'k', 0, 0, 0);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${number})
      INSERT INTO users (id, email, name, locale, created_at, updated_at) SELECT 'u' || i, i || '@example.org', 'U', 'en', 0, 0 FROM n;
    INSERT INTO profiles (id, owner_id, slug, state, name, city_id, category_id, hourly_rate, minimum_hours, languages, photo_count,
      private_photo_count, video_count, version, published_at, created_at, updated_at)
      SELECT 'p' || id, id, 's' || id, 'published', 'Ada', 'c1', 'k', 10000 + rowid % 7, 1, 'en', 0, 0, 0, 1, max(rowid, ${number / 10}), 0, 0
      FROM users GROUP BY id;
  `)
}

const found = (index: string, term: string) =>
  Number(database.prepare(`SELECT count(*) AS n FROM ${index} WHERE ${index} MATCH ?`).get(term)?.n)
const places = () => database.prepare("SELECT profile_id, newest, price FROM listed_profiles ORDER BY newest").all()

describe("a rename that concerns more profiles than one statement reads again", () => {
  const turn = () =>
    database
      .prepare("UPDATE search_renames SET turn = turn + 1 WHERE tag = (SELECT tag FROM search_renames LIMIT 1)")
      .run()
  const rename = (name: string) =>
    database.prepare("UPDATE city_texts SET name = ? WHERE city_id = 'c1' AND locale = 'en'").run(name)
  const byName = (name: string) => ["search_newest", "search_price"].map((index) => found(index, `{en} : ${name}`))

  test("is done in turns of 500 that leave places, tags and counts alone", () => {
    insertProfiles(1_200)
    const before = places()
    const counted = count("SELECT sum(profiles) AS n FROM facet_counts")
    rename("Harbour")
    const steps = [[...byName("harbour"), ...byName("town")]]
    while (count("SELECT count(*) AS n FROM search_renames") > 0) {
      turn()
      steps.push([...byName("harbour"), ...byName("town")])
    }
    expect(steps).toEqual([
      [500, 500, 700, 700],
      [1_000, 1_000, 200, 200],
      [1_200, 1_200, 0, 0],
    ])
    expect(places()).toEqual(before)
    expect(found("search_newest", "tags : taggedcc1")).toBe(1_200)
    expect(count("SELECT sum(profiles) AS n FROM facet_counts")).toBe(counted)
  })

  test("starts over when it is renamed again, and skips who left meanwhile", () => {
    insertProfiles(700)
    rename("Harbour")
    rename("Haven")
    expect(byName("haven")).toEqual([500, 500])
    database.exec(
      "UPDATE profiles SET state = 'paused' WHERE id IN (SELECT profile_id FROM listed_profiles ORDER BY newest DESC LIMIT 50)",
    )
    turn()
    expect([byName("haven"), byName("harbour"), byName("town")]).toEqual([
      [650, 650],
      [0, 0],
      [0, 0],
    ])
    expect(count("SELECT count(*) AS n FROM search_renames")).toBe(0)
  })
})
