import { env } from "cloudflare:workers"
import { beforeAll, describe, expect, test } from "vitest"
import { csvLine } from "~/domain/core/shared/csv"
import { fr } from "../../helpers/app"
import { runJobs, takeJobs } from "../../helpers/mail"
import { insertCategory, insertCity, insertFaq, insertService } from "../../helpers/rows"
import { check, importRows } from "./files"
import { asStaff, type Caller } from "./people"

let editor: Caller
beforeAll(async () => {
  editor = await asStaff("editor")
})

const refusedTable = "Rows that are refused"
const plannedTable = "Rows to import"
const cityHead = "slug,name.en,name.fr,region,region_slug,country"
const city = (slug: string, name = slug) => `${slug},${name},${name},Bretagne,bretagne,FR`
const lines = (...rows: string[]) => rows.join("\r\n")
const cityOf = (slug: string) =>
  env.DB.prepare(
    "SELECT c.id, c.region, c.position, t.name, t.about FROM cities AS c LEFT JOIN city_texts AS t ON t.city_id = c.id AND t.locale = 'fr' WHERE slug = ?",
  )
    .bind(slug)
    .first<{ id: string; region: string; position: number; name: string; about: string }>()
const countOf = async (table: string) =>
  (await env.DB.prepare(`SELECT count(*) AS number FROM ${table}`).first<{ number: number }>())?.number
const entriesOf = async (staff: Caller) =>
  (
    await env.DB.prepare(
      "SELECT action, details FROM audit_log WHERE actor_id = ? AND action LIKE '%.import' ORDER BY seq",
    )
      .bind(staff.id)
      .all<{ action: string; details: string }>()
  ).results.map(({ action, details }) => ({ action, ...(JSON.parse(details) as object) }))

describe("the check of a file", () => {
  test("counts what it would do, names each refused row, and writes nothing", async () => {
    const known = await insertCity({ slug: "check-known", region: "Old" })
    const before = [await countOf("cities"), await countOf("audit_log"), await countOf("resource_revisions")]
    const page = await check(
      editor,
      "cities",
      lines(
        cityHead,
        city("check-new", "Vannes"),
        `${known.slug},Known,Connue,Bretagne,bretagne,FR`,
        "Bad Slug,A,A,Bretagne,bretagne,FR",
        "",
        "check-empty,,Vide,Bretagne,bretagne,Atlantis",
      ),
    )
    expect(page.counts).toEqual([1, 1, 0, 2])
    expect(page.table(refusedTable)).toEqual([
      ["4", "Slug", "This value isn’t accepted here."],
      ["6", "Country", "This column doesn’t take this value."],
    ])
    const planned = page.table(plannedTable)
    expect(planned[0]).toEqual(["2", "Vannes", "New"])
    expect(planned[1]).toEqual(["3", "Known", "Changed: Name (English), Name (Français), Region, Slug of the region"])
    expect(page.text).toContain("Import 2 rows")
    expect([await countOf("cities"), await countOf("audit_log"), await countOf("resource_revisions")]).toEqual(before)
  })

  test("names the columns and the reasons in the reader's language", async () => {
    const page = await check(
      editor,
      "cities",
      `\ufeff${lines(cityHead.replaceAll(",", ";"), "autre;;Autre;R;r;FR")}`,
      fr,
    )
    expect(page.table("Lignes refusées")[0]?.slice(0, 2)).toEqual(["2", "Nom (English)"])
    expect(page.table("Lignes refusées")[0]?.[2]).toMatch(/^[A-Z].+\.$/)
  })

  test("recognises columns by the names of either language, and says which are not read", async () => {
    const page = await check(
      editor,
      "cities",
      lines(
        '"Identifiant";"Name (English)";" nom (FRANÇAIS) ";"Region";"region_slug";"Pays";"Profiles"',
        '"check-heads";"A";"B";"R";"r";"Royaume-Uni";3',
      ),
    )
    expect(page.counts).toEqual([1, 0, 0, 0])
    expect(page.text).toContain("Not read: Profiles.")
    await importRows(editor, "cities", page.rows)
    const row = await env.DB.prepare("SELECT country FROM cities WHERE slug = 'check-heads'").first()
    expect(row).toEqual({ country: "GB" })
  })

  test("keeps what a file has no column for, and empties what it has an empty cell for", async () => {
    const known = await insertCity({ slug: "check-kept", regionSlug: "r" })
    await env.DB.prepare("UPDATE city_texts SET about = 'Kept' WHERE city_id = ?").bind(known.id).run()
    const page = await check(editor, "cities", lines("slug,name.en,about.en", `${known.slug},Renamed,`))
    expect(page.table(plannedTable)).toEqual([["2", "Renamed", "Changed: Name (English), About the city (English)"]])
    await importRows(editor, "cities", page.rows)
    expect(await cityOf(known.slug)).toMatchObject({ name: "Check-kept (fr)", about: "Kept" })
  })

  test("refuses a row whose language is missing, but only for a new record", async () => {
    const known = await insertCity({ slug: "check-language", regionSlug: "r" })
    const page = await check(
      editor,
      "cities",
      lines("slug,name.en,region,region_slug,country", `${known.slug},X,R,r,FR`, "check-no-french,X,R,r,FR"),
    )
    expect(page.table(refusedTable)).toEqual([["3", "Name (Français)", "This field is required."]])
    expect(page.counts).toEqual([0, 1, 0, 1])
  })

  test("refuses a row about a record that an earlier one is about, by slug or by id", async () => {
    const known = await insertCity({ slug: "check-twice" })
    const page = await check(
      editor,
      "cities",
      lines(
        `id,${cityHead}`,
        `,${city("check-double")}`,
        `,${city("check-double")}`,
        `${known.id},${city("check-twice")}`,
        `,${city("check-twice")}`,
        `${known.id},${city("check-twice-b")}`,
        `NOBODY,${city("check-nobody")}`,
      ),
    )
    expect(page.table(refusedTable)).toEqual([
      ["3", "the whole row", "Row 2 is about the same record."],
      ["5", "the whole row", "Row 4 is about the same record."],
      ["6", "the whole row", "Row 4 is about the same record."],
      ["7", "id", "No record has this id. Leave it empty for a new one."],
    ])
  })

  test("refuses the slug of another record", async () => {
    const [one, other] = [await insertCity({ regionSlug: "r" }), await insertCity()]
    const page = await check(editor, "cities", lines("id,slug", `${one.id},${other.slug}`))
    expect(page.table(refusedTable)[0]?.slice(0, 2)).toEqual(["2", "Slug"])
    expect(page.rows).toBeNull()
  })

  test("recognises a question without an id by its text, and asks for the id where two have it", async () => {
    await insertFaq({}, { question: "Import me?", answer: "Old." })
    for (const answer of ["One.", "Two."]) await insertFaq({}, { question: "Twice there?", answer })
    const page = await check(
      editor,
      "faqs",
      lines(
        "topic,published,question.en,answer.en",
        "account,yes,Import me?,New.",
        "Safety,non,Quite new?,Yes.",
        "safety,maybe,Odd?,Yes.",
        "safety,1,Twice there?,Yes.",
      ),
    )
    expect(page.counts).toEqual([1, 1, 0, 2])
    expect(page.table(refusedTable).map(([row, column]) => [row, column])).toEqual([
      ["4", "Published"],
      ["5", "the whole row"],
    ])
  })

  test("numbers rows as a spreadsheet does, also after a cell of several lines", async () => {
    const page = await check(
      editor,
      "faqs",
      lines("topic,question.en,answer.en", 'account,Long?,"One\r\n\r\nTwo, ""three"""', "nowhere,Short?,Yes."),
    )
    expect(page.table(refusedTable)[0]?.slice(0, 2)).toEqual(["3", "Topic"])
    await importRows(editor, "faqs", page.rows)
    const row = await env.DB.prepare("SELECT answer FROM faq_texts WHERE question = 'Long?'").first()
    expect(row).toEqual({ answer: 'One\n\nTwo, "three"' })
  })
})

describe("a file that is not read", () => {
  const whole = (rows: number) => lines("slug", ...Array.from({ length: rows }, (_, index) => `row-${index}`))
  test.each([
    ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]), "This file isn’t UTF-8."],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x73, 0, 0x6c, 0]), "This file isn’t UTF-8."],
    ["a file of Latin-1", new Uint8Array([0x6e, 0x6f, 0x6d, 0x0a, 0xe9]), "This file isn’t UTF-8."],
    ["a text with NUL", lines(cityHead, `a\0b,${city("nul")}`), "This isn’t a CSV file."],
    ["10,000 columns", Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(","), "more than 100 columns"],
    ["no known column", lines("one,two", "1,2"), "No column of this file is known here."],
    ["a column twice", lines("slug,name.en,Slug", "a,b,c"), "The column “Slug” is there twice."],
    ["a head alone", cityHead, "This file has no rows."],
    ["blank rows alone", lines(cityHead, ",,,,,", ""), "This file has no rows."],
    ["501 rows", whole(501), "more than 500 rows"],
    ["an open quotation mark", lines(cityHead, '"open,A,A,R,r,FR'), "A quotation mark in row 2"],
    ["a cell of 2 MB", lines("slug,name.en", `a,${"x".repeat(2 * 1024 * 1024)}`), "This file is too large."],
    ["1 MB and a byte", `slug\n${"x".repeat(1024 * 1024 - 4)}`, "This file is too large."],
  ])("%s is refused with a sentence beside the field", async (_, file, sentence) => {
    const page = await check(editor, "cities", file)
    expect(page.status).toBe(422)
    expect(page.text).toContain(sentence)
    expect(page.rows).toBeNull()
  })

  test("a file of 500 rows is read", async () => {
    const page = await check(editor, "cities", whole(500))
    expect([page.status, page.counts[3]]).toEqual([200, 500])
  })

  test("a row with more or fewer cells than there are columns is refused, empty ones aside", async () => {
    const page = await check(editor, "cities", lines("slug,region", "a", "a,b,c", "check-even,b,,"))
    expect(
      page
        .table(refusedTable)
        .filter(([, column]) => column === "the whole row")
        .map(([row]) => row),
    ).toEqual(["2", "3"])
  })
})

describe("the import of the rows that were shown", () => {
  test("creates and changes records with a history and redirects, and leaves one entry with its counts", async () => {
    const staff = await asStaff("editor")
    const known = await insertCity({ slug: "import-old", region: "Old" })
    const page = await check(
      staff,
      "cities",
      lines(`id,${cityHead}`, `,${city("import-a")}`, `,${city("import-b")}`, `${known.id},${city("import-renamed")}`),
    )
    const done = await importRows(staff, "cities", page.rows)
    expect([done.status, done.text]).toEqual([200, expect.stringContaining("New: 2. Changed: 1. Refused: 0.")])
    const [a, b] = [await cityOf("import-a"), await cityOf("import-b")]
    expect((b?.position ?? 0) - (a?.position ?? 0)).toBe(1)
    expect(await cityOf("import-renamed")).toMatchObject({ id: known.id, region: "Bretagne" })
    const redirect = await env.DB.prepare("SELECT record_id FROM catalog_redirects WHERE slug = 'import-old'").first()
    expect(redirect).toEqual({ record_id: known.id })
    const { results } = await env.DB.prepare(
      "SELECT staff_id FROM resource_revisions WHERE record_id IN (?, ?) ORDER BY created_at",
    )
      .bind(known.id, a?.id)
      .all<{ staff_id: string | null }>()
    expect(results.map(({ staff_id }) => staff_id).toSorted()).toEqual([staff.id, staff.id, null].toSorted())
    expect(await entriesOf(staff)).toEqual([{ action: "cities.import", rows: 3, created: 2, changed: 1, refused: 0 }])
    const again = await check(staff, "cities", lines(cityHead, city("import-a"), city("import-b")))
    expect(again.counts).toEqual([0, 0, 2, 0])
    expect(again.rows).toBeNull()
  })

  test("writes each of 500 rows, in several batches, once", async () => {
    const rows = Array.from({ length: 500 }, (_, index) => city(`bulk-${index}`))
    const page = await check(editor, "cities", lines(cityHead, ...rows))
    const done = await importRows(editor, "cities", page.rows)
    expect(done.text).toContain("New: 500. Changed: 0. Refused: 0.")
    const row = await env.DB.prepare(
      "SELECT count(*) AS number, count(DISTINCT position) AS places FROM cities WHERE slug LIKE 'bulk-%'",
    ).first()
    expect(row).toEqual({ number: 500, places: 500 })
  })

  test("refuses a row whose record was changed meanwhile, and only that one", async () => {
    const staff = await asStaff("editor")
    const [one, other] = [
      await insertCity({ slug: "race-one", regionSlug: "r" }),
      await insertCity({ slug: "race-other", regionSlug: "r" }),
    ]
    const page = await check(staff, "cities", lines("slug,region", `${one.slug},New`, `${other.slug},New`))
    await env.DB.prepare("UPDATE cities SET region = 'Theirs', updated_at = updated_at + 1 WHERE id = ?")
      .bind(one.id)
      .run()
    const done = await importRows(staff, "cities", page.rows)
    expect(done.table(refusedTable)).toEqual([
      ["2", "the whole row", "The record was changed after you checked the file. Check it again."],
    ])
    expect([(await cityOf("race-one"))?.region, (await cityOf("race-other"))?.region]).toEqual(["Theirs", "New"])
    expect(await entriesOf(staff)).toMatchObject([{ rows: 2, changed: 1, refused: 1 }])
  })

  test("refuses a new row whose slug another tab created meanwhile, and a deleted record's", async () => {
    const gone = await insertCity({ slug: "race-gone" })
    const page = await check(
      editor,
      "cities",
      lines(`id,${cityHead}`, `,${city("race-new")}`, `${gone.id},${city("race-gone")}`),
    )
    const other = await check(editor, "cities", lines(cityHead, city("race-new", "Theirs")))
    await importRows(editor, "cities", other.rows)
    await env.DB.prepare("DELETE FROM cities WHERE id = ?").bind(gone.id).run()
    const done = await importRows(editor, "cities", page.rows)
    expect(done.text).toContain("Nothing was imported")
    expect(done.table(refusedTable).map(([row]) => row)).toEqual(["2", "3"])
    expect((await cityOf("race-new"))?.name).toBe("Theirs")
  })

  test("is done once when its form is sent twice", async () => {
    const staff = await asStaff("editor")
    const page = await check(staff, "faqs", lines("topic,question.en,answer.en", "account,Sent twice?,Yes."))
    const id = crypto.randomUUID()
    const [one, two] = [await importRows(staff, "faqs", page.rows, id), await importRows(staff, "faqs", page.rows, id)]
    expect([one.status, two.status]).toEqual([200, 200])
    expect(two.text).toContain("New: 1. Changed: 0. Refused: 0.")
    const later = await importRows(staff, "faqs", page.rows)
    expect(later.text).toContain("Nothing was imported")
    const row = await env.DB.prepare("SELECT count(*) AS number FROM faq_texts WHERE question = 'Sent twice?'").first()
    expect(row).toEqual({ number: 1 })
    expect(await entriesOf(staff)).toHaveLength(1)
  })

  test("checks rows again that no page has made", async () => {
    const page = await check(editor, "cities", lines(cityHead, city("forged")))
    const sent = JSON.parse(page.rows ?? "") as { names: string[]; rows: { cells: string[]; row: number }[] }
    const [row] = sent.rows
    const forged = { ...sent, rows: [{ ...row, cells: row?.cells.map(() => "Not a slug") }] }
    const done = await importRows(editor, "cities", JSON.stringify(forged))
    expect(done.text).toContain("Nothing was imported")
    expect(done.table(refusedTable).length).toBeGreaterThan(0)
    for (const rows of ["", "{", "[]", JSON.stringify({ ...sent, rows: [row, row] })])
      expect([rows.slice(0, 3), (await importRows(editor, "cities", rows)).status]).toEqual([rows.slice(0, 3), 400])
    expect(await cityOf("forged")).toBeNull()
  })
})

describe("who may import", () => {
  const file = lines(cityHead, city("permitted"))

  test("a role that cannot write a resource has neither the button nor the page", async () => {
    const reader = await asStaff("support")
    expect((await reader.open("/cities/import")).status).toBe(404)
    expect((await check(reader, "cities", file)).status).toBe(404)
    expect(await (await editor.open("/cities")).text()).toContain('href="/dashboard/admin/cities/import"')
  })

  test("the permission is asked for again by the import", async () => {
    const staff = await asStaff("editor")
    const page = await check(staff, "cities", file)
    await env.DB.prepare("DELETE FROM staff_grants WHERE user_id = ?").bind(staff.id).run()
    expect((await importRows(staff, "cities", page.rows)).status).toBe(404)
    expect(await cityOf("permitted")).toBeNull()
  })

  test("a proof that is too old stops both the check and the import", async () => {
    const staff = await asStaff("editor")
    const page = await check(staff, "cities", file)
    await env.DB.prepare("UPDATE sessions SET confirmed_at = 1 WHERE user_id = ?").bind(staff.id).run()
    expect((await check(staff, "cities", file)).status).toBe(403)
    expect((await importRows(staff, "cities", page.rows)).status).toBe(403)
    expect(await cityOf("permitted")).toBeNull()
  })

  test("what cannot be deleted again is not imported", async () => {
    const finance = await asStaff("finance")
    for (const resource of ["plans", "prices"]) {
      expect([resource, (await finance.open(`/${resource}/import`)).status]).toEqual([resource, 404])
      expect((await finance.open(`/${resource}/import.csv`)).status).toBe(404)
    }
  })
})

describe("files that the back office writes", () => {
  const exportOf = async (resource: string, site = "") => {
    const { body } = await editor.call("POST", `/${resource}/exports`, {}, site)
    await runJobs([{ kind: "resource_export", exportId: body.id }])
    takeJobs()
    return (await editor.open(`/${resource}/exports/${body.id}`)).text()
  }

  test("an empty file has the heads that a check reads, in the reader's language", async () => {
    for (const site of ["", fr]) {
      const response = await editor.open("/services/import.csv", {}, site)
      expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="services.csv"')
      const page = await check(editor, "services", `${await response.text()}"x"${site ? ";;;;" : ",,,,"}`)
      expect(page.text).not.toContain("Not read")
      expect(page.table(refusedTable)[0]).toEqual(["2", "id", "No record has this id. Leave it empty for a new one."])
    }
  })

  test.each([
    ["", "English"],
    [fr, "French"],
  ])("an export in %s %s is the same when it is imported", async (site) => {
    const category = await insertCategory()
    await insertService({ categoryId: category.id })
    await insertFaq(
      { published: false },
      { question: `=1+1${site}`, answer: `- one\n- "two"; three, '=four` },
      {
        question: `'=SUM(A1)${site}`,
        answer: "'plain'",
      },
    )
    await insertCity({ latitude: 48.8566, longitude: -2.35 })
    for (const resource of ["services", "faqs", "service-categories"]) {
      const text = await exportOf(resource, site)
      const page = await check(editor, resource, text)
      const [created, changed, same, refused] = page.counts
      expect([resource, created, changed, refused]).toEqual([resource, 0, 0, 0])
      expect(same).toBeGreaterThan(0)
    }
  })

  test("an export is imported in another language after a cell was changed", async () => {
    const category = await insertCategory()
    const service = await insertService({ categoryId: category.id })
    const rows = (await exportOf("services", fr)).split("\r\n")
    const line = rows.find((one) => one.includes(service.id)) ?? ""
    const page = await check(editor, "services", lines(rows[0] ?? "", line.replaceAll(`"${service.slug}"`, '"moved"')))
    expect(page.counts).toEqual([0, 1, 0, 0])
    await importRows(editor, "services", page.rows)
    const row = await env.DB.prepare("SELECT slug FROM services WHERE id = ?").bind(service.id).first()
    expect(row).toEqual({ slug: "moved" })
  })

  test("a category is named by its name or its id", async () => {
    const category = await insertCategory()
    const name = await env.DB.prepare("SELECT name FROM service_category_texts WHERE category_id = ? AND locale = 'fr'")
      .bind(category.id)
      .first<{ name: string }>()
    const head = "category_id,name.en,name.fr,slug"
    const page = await check(
      editor,
      "services",
      lines(
        head,
        csvLine([name?.name ?? "", "A", "A", "by-name"], "en").trim(),
        `${category.id},B,B,by-id`,
        "no,C,C,by-none",
      ),
    )
    expect(page.table(plannedTable).map(([, title]) => title)).toEqual(["A", "B"])
    expect(page.table(refusedTable)).toEqual([["4", "Category", "This column doesn’t take this value."]])
  })
})
