import { readdirSync, readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, test } from "vitest"
import { hasBlankSql, launchFactsSql, unfinishedPagesSql } from "~/db/statements/readiness"
import { type FoundationOptions, foundationSql } from "../../../scripts/foundation"
import { readPages } from "../../../scripts/seed/content/pages"

function migrated(): DatabaseSync {
  const db = new DatabaseSync(":memory:")
  for (const file of readdirSync("migrations").filter((name) => name.endsWith(".sql")))
    db.exec(readFileSync(`migrations/${file}`, "utf8"))
  return db
}

const memory = new DatabaseSync(":memory:")
const hasBlank = (text: string) => memory.prepare(`SELECT ${hasBlankSql("?1")} AS blank`).get(text)?.blank === 1

const options: FoundationOptions = { edition: "eu", siteName: "Le Cercle", now: 1_000 }

function lay(db: DatabaseSync, changes: Partial<FoundationOptions> = {}): number {
  const isEmpty = (table: string) => db.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() === undefined
  const statements = foundationSql(isEmpty, { ...options, ...changes })
  for (const statement of statements) db.exec(statement)
  return statements.length
}

const count = (db: DatabaseSync, table: string) => db.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.n

describe("the foundation", () => {
  test("the foundation is the catalogue, the pages, the questions and staff's group, and nobody's account", () => {
    const db = migrated()
    lay(db)
    expect(db.prepare('SELECT name, root FROM "groups"').all()).toEqual([{ name: "root", root: 1 }])
    expect([count(db, "cities"), count(db, "service_categories"), count(db, "services")]).toEqual([30, 6, 40])
    expect(
      db
        .prepare("SELECT slug FROM pages ORDER BY slug")
        .all()
        .map(({ slug }) => slug),
    ).toEqual([
      "about",
      "agreement/depicted",
      "agreement/provider",
      "help/lines",
      "legal/cgu",
      "legal/notice",
      "legal/privacy",
      "legal/terms",
      "legal/use",
    ])
    expect(Number(count(db, "faqs"))).toBeGreaterThan(10)
    for (const table of ["users", "profiles", "tickets"]) expect([table, count(db, table)]).toEqual([table, 0])
  })

  test("the foundation is laid once, and what staff have removed since stays away", () => {
    const db = migrated()
    lay(db)
    db.exec("DELETE FROM faqs WHERE position > 1; DELETE FROM cities WHERE slug <> 'paris'")
    expect(lay(db)).toBe(0)
    expect([count(db, "faqs"), count(db, "cities")]).toEqual([1, 1])
  })

  test("the foundation's legal pages are in force from the day that it is laid", () => {
    const db = migrated()
    lay(db, { now: Date.UTC(2030, 0, 1) })
    expect(db.prepare("SELECT DISTINCT published_at FROM pages").all()).toEqual([
      { published_at: Date.UTC(2030, 0, 1) },
    ])
  })

  test("the foundation's texts have the deployment's name", () => {
    const db = migrated()
    lay(db)
    const bodies = db.prepare("SELECT body AS text FROM page_texts UNION SELECT answer FROM faq_texts").all()
    const texts = bodies.map(({ text }) => String(text)).join("\n")
    expect(texts).toContain("Le Cercle")
    expect(texts).not.toMatch(/\bSalon\b/)
  })
})

describe("the pages", () => {
  const textOf = (edition: "demo" | "eu" | "anywhere") =>
    readPages(edition)
      .flatMap(({ texts }) => texts.map(({ body }) => body))
      .join("\n")

  test("the pages say where the data lies, by the jurisdiction, in both languages", () => {
    expect(textOf("eu")).toContain("Your data is stored in the European Union.")
    expect(textOf("eu")).toContain("Vos données sont conservées dans l’Union européenne.")
    expect(textOf("anywhere")).toContain("may be stored outside the European Union")
    expect(textOf("anywhere")).toContain("peuvent être conservées hors de l’Union européenne")
    expect(textOf("eu")).not.toMatch(/outside the European Union|hors de l’Union/)
  })

  test("the pages of a deployment hold nothing of the demonstration, nor the demonstration blanks", () => {
    expect(textOf("demo")).toContain("Maison Belleroche")
    expect(hasBlank(textOf("demo"))).toBe(false)
    for (const edition of ["eu", "anywhere"] as const) {
      expect(textOf(edition)).not.toMatch(/Belleroche|demonstration|démonstration|fictional|fictif|:::/)
      expect(textOf(edition)).toContain("[address]")
      expect(hasBlank(textOf(edition))).toBe(true)
    }
  })

  test.each([
    ["Seat: [address]", true],
    ["[Terms](/legal/terms) and [name\nover two lines]", true],
    ["See the [form](/contact), ![a picture](/x.webp) and [two](/y)", false],
    ["Nothing to fill in", false],
  ])("a blank is no link: %s", (text, isBlank) => {
    expect(hasBlank(text)).toBe(isBlank)
  })

  test("a new deployment has unfinished legal pages, until each blank is filled in, in each language", () => {
    const db = migrated()
    lay(db)
    const unfinished = () => db.prepare(unfinishedPagesSql).all()
    const facts = () => db.prepare(launchFactsSql.replaceAll(":now", "1")).get()
    expect(unfinished()).toContainEqual({ slug: "legal/notice", locale: "fr" })
    expect(facts()).toEqual({ recorded: "{}", has_second_factors: 0, has_legal_pages: 0 })
    const texts = db.prepare("SELECT page_id, locale, body FROM page_texts").all()
    const fill = db.prepare("UPDATE page_texts SET body = ? WHERE page_id = ? AND locale = ?")
    for (const { page_id, locale, body } of texts)
      fill.run(String(body).replaceAll(/\[[^\]\n]+\](?!\()/g, "said"), String(page_id), String(locale))
    expect(unfinished()).toEqual([])
    expect(facts()).toMatchObject({ has_legal_pages: 1 })
    db.exec("DELETE FROM pages WHERE slug = 'legal/use'")
    expect(unfinished()).toEqual([
      { slug: "legal/use", locale: "en" },
      { slug: "legal/use", locale: "fr" },
    ])
  })
})
