import { env } from "cloudflare:workers"
import { beforeAll, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { csvLine } from "~/domain/core/shared/csv"
import { deleteOwnFiles } from "~/domain/privacy/files.server"
import { createCtx } from "../../../../worker/context"
import { en, fr } from "../../helpers/app"
import { runCron, runJobs, takeJobs } from "../../helpers/mail"
import { insertUser } from "../../helpers/rows"
import { asStaff, type Caller } from "./people"

let editor: Caller
beforeAll(async () => {
  editor = await asStaff("editor")
  // More than one run of the job.
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4100)
    INSERT INTO cities (id, slug, country, region, region_slug, position, created_at, updated_at)
    SELECT printf('city%05d', i), printf('city-%05d', i), 'FR', CASE i WHEN 7 THEN '=HYPERLINK("x","y")' WHEN 8 THEN '<img src=x onerror=alert(1)>' ELSE 'R' END, 'r', i, 1, 1 FROM n`,
  ).run()
})

async function start(): Promise<string> {
  const { status, body } = await editor.call("POST", "/cities/exports?sort=slug", {})
  expect(status).toBe(202)
  return body.id
}

const finish = async (exportId: string) => {
  let jobs = [{ kind: "resource_export" as const, exportId }] as Parameters<typeof runJobs>[0]
  for (let runs = 0; jobs && jobs.length > 0 && runs < 9; runs++) {
    await runJobs(jobs)
    jobs = takeJobs()
  }
}

const rowsOf = async (id: string) => {
  const { body } = await editor.call("GET", "/cities/exports")
  return body.data.find((one: { id: string }) => one.id === id)
}

describe("the export of a list", () => {
  test("is written in parts, with each row once, and downloads as one file", async () => {
    const id = await start()
    await finish(id)
    expect(await rowsOf(id)).toMatchObject({ state: "done", rows: 4100 })
    const response = await editor.open(`/cities/exports/${id}`)
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="cities.csv"')
    const lines = (await response.text()).trimEnd().split("\r\n")
    expect(lines[0]).toContain(`"id","Name (English)","Name (Français)","About the city (English)"`)
    expect(lines.slice(1).map((line) => line.split(",")[0]?.slice(1, -1))).toEqual(
      Array.from({ length: 4100 }, (_, index) => `city${String(index + 1).padStart(5, "0")}`),
    )
    expect(lines[7]).toContain(`"'=HYPERLINK(""x"",""y"")"`)
    expect(lines[8]).toContain(`"<img src=x onerror=alert(1)>"`)
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8")
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff")
  })

  test("has the texts of each record in each language, and the separators of the reader's spreadsheets", async () => {
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO faqs (id, topic, position, published, created_at, updated_at) VALUES ('faq1', 'safety', 1, 1, 1, 1)",
      ),
      env.DB.prepare(
        "INSERT INTO faq_texts (faq_id, locale, question, answer) VALUES ('faq1', 'en', 'Is it safe?', 'Yes')",
      ),
    ])
    const lineOf = async (site: string) => {
      const { body } = await editor.call("POST", "/faqs/exports", {}, site)
      await finish(body.id)
      const lines = (await (await editor.open(`/faqs/exports/${body.id}`)).text()).split("\r\n")
      return [lines[0], lines.find((line) => line.includes("faq1"))]
    }
    const english = await lineOf(en)
    expect(english[0]).toContain('"id","Topic","Published","Question (English)","Question (Français)"')
    expect(english[1]).toMatch(/^"faq1","Safety",1,"Is it safe\?","","Yes"/)
    const french = await lineOf(fr)
    expect(french[0]).toContain('"id";"Rubrique";"Publiée";"Question (English)";"Question (Français)"')
    expect(french[1]).toMatch(/^"faq1";"Sécurité";1;"Is it safe\?";"";"Yes"/)
  })

  test("repeats no row when its job is delivered twice", async () => {
    const id = await start()
    const job = { kind: "resource_export" as const, exportId: id }
    await runJobs([job, job])
    takeJobs()
    await finish(id)
    const lines = (await (await editor.open(`/cities/exports/${id}`)).text()).trimEnd().split("\r\n")
    expect(new Set(lines).size).toBe(4101)
    expect(lines).toHaveLength(4101)
  })

  test("is nobody else's", async () => {
    const id = await start()
    await finish(id)
    const colleague = await asStaff("editor")
    expect((await colleague.open(`/cities/exports/${id}`)).status).toBe(404)
    expect((await editor.open(`/faqs/exports/${id}`)).status).toBe(404)
    const finance = await asStaff("finance")
    expect((await finance.open(`/cities/exports/${id}`)).status).toBe(404)
  })

  test("is deleted when anybody's account is erased, whom it may name", async () => {
    const id = await start()
    await finish(id)
    const { id: userId } = await insertUser()
    await deleteOwnFiles(
      createCtx(env, openDatabase(env.DB, "first-primary").db, () => {}),
      userId,
    )
    expect((await env.MEDIA.list({ prefix: "exports/resources/" })).objects).toEqual([])
    expect((await editor.open(`/cities/exports/${id}`)).status).toBe(404)
    expect(await rowsOf(id)).toMatchObject({ state: "failed" })
    const page = await (await editor.open("/cities/exports")).text()
    expect(page).not.toContain(`href="/dashboard/admin/cities/exports/${id}"`)
  })

  test("is refused while three are unfinished, found again when its job is lost, and deleted after a week", async () => {
    const other = await asStaff("editor")
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await other.call("POST", "/faqs/exports", {})).body.id)
    const refused = await other.call("POST", "/faqs/exports", {})
    expect([refused.status, refused.body.code]).toEqual([409, "resources.exports_full"])
    takeJobs()
    await env.DB.prepare("UPDATE resource_exports SET updated_at = 1 + updated_at - 600000 WHERE id = ?")
      .bind(ids[0])
      .run()
    await runCron("*/5 * * * *")
    expect(takeJobs()).toContainEqual({ kind: "resource_export", exportId: ids[0] })
    await finish(ids[0] as string)
    await env.DB.prepare("UPDATE resource_exports SET updated_at = 1 WHERE id = ?").bind(ids[0]).run()
    await runCron("*/5 * * * *")
    const { objects } = await env.MEDIA.list({ prefix: `exports/resources/${ids[0]}` })
    expect(objects).toEqual([])
    expect((await other.open(`/faqs/exports/${ids[0]}`)).status).toBe(404)
  })
})

describe("what leaves the back office", () => {
  const entriesOf = async (id: string) =>
    (
      await env.DB.prepare("SELECT action, details FROM audit_log WHERE target_id = ? ORDER BY seq")
        .bind(id)
        .all<{ action: string; details: string }>()
    ).results.map(({ action, details }) => ({ action, details: JSON.parse(details) as object }))

  test("an export's entry in the audit log says which rows it has, without an address; each download has one of its own", async () => {
    const staff = await asStaff("support")
    const { body } = await staff.call("POST", "/mail/exports?q=ada@example.org&state=dead", {})
    await finish(body.id)
    await (await staff.open(`/mail/exports/${body.id}`)).text()
    const details = { role: "support", sort: "created", q: "a***@example.org", filters: ["state=dead"] }
    expect(await entriesOf(body.id)).toEqual([
      { action: "mail.export", details },
      { action: "mail.download", details: {} },
    ])
  })

  test("the list of members, with their addresses, cannot be exported", async () => {
    const staff = await asStaff("trust_lead")
    const body = new URLSearchParams({ intent: "export" })
    const response = await staff.open("/users", { method: "POST", body, headers: { Origin: en }, redirect: "manual" })
    expect(response.status).toBe(404)
    const { results } = await env.DB.prepare("SELECT id FROM resource_exports WHERE resource = 'users'").all()
    expect(results).toEqual([])
    expect((await staff.open("/users/exports")).status).toBe(404)
    const page = await (await staff.open("/users")).text()
    expect(page).not.toContain('value="export"')
    expect(await (await staff.open("/profiles")).text()).toContain('value="export"')
  })
})

describe("a line of CSV", () => {
  test("runs as no formula in a spreadsheet", () => {
    for (const text of [
      "=1+1",
      "+1",
      "-1+1",
      "@SUM(A1)",
      "\t=1",
      " =1",
      "|cmd",
      "\rx",
      "＝1+1",
      "＋1",
      "－1",
      "＠SUM(A1)",
    ])
      expect(csvLine([text], "en")).toMatch(/^"?'/)
    expect(csvLine([-1, null, 'a"b', "c,d", "e"], "en")).toBe('-1,,"a""b","c,d","e"\r\n')
  })
})
