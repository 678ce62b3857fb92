import { readdirSync, readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, test } from "vitest"
import { type FoundationOptions, foundationSql } from "../../../scripts/foundation"
import { blanksOf, readPages } from "../../../scripts/seed/content/pages"

function migrated(): DatabaseSync {
  const db = new DatabaseSync(":memory:")
  for (const file of readdirSync("migrations").filter((name) => name.endsWith(".sql")))
    db.exec(readFileSync(`migrations/${file}`, "utf8"))
  return db
}

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
    expect(blanksOf(textOf("demo"))).toEqual([])
    for (const edition of ["eu", "anywhere"] as const) {
      expect(textOf(edition)).not.toMatch(/Belleroche|demonstration|démonstration|fictional|fictif|:::/)
      expect(blanksOf(textOf(edition))).toContain("[address]")
    }
  })
})
