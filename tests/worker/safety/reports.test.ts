import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { reports } from "~/db/schema"
import { sweepReports } from "~/domain/safety/service.server"
import { newId } from "~/lib/id"
import { addCookie, ageCookie, en, fetchApp, form, fr, newAddress, withAccess } from "../helpers/app"
import { ask, call, deliverMails, mailsTo, receive, submit } from "../helpers/mail"
import { headingOf } from "../helpers/page"
import { DAY, db, insertCase } from "../helpers/rows"

const good = {
  category: "terms" as const,
  about: "/escorts/camille",
  details: "It says x.",
  email: "ann@example.org",
  good_faith: "on",
}

async function reportOf(reference: string) {
  const [row] = await db.select().from(reports).where(eq(reports.reference, reference))
  return row
}

const referenceOf = (response: Response) =>
  /^\/report\/sent\/(R-[0-9A-Z]{8})$/.exec(response.headers.get("Location") ?? "")?.[1] ?? ""

describe("the report's form", () => {
  test("the report form is open to anyone, and knows the page it was opened from", async () => {
    const html = await (await fetchApp("/report?about=/escorts/camille", await withAccess())).text()
    expect(headingOf(html)).toBe("Report a problem")
    expect(html).toContain('value="/escorts/camille"')
  })

  test.each(['"><script>alert(1)</script>', "../../etc/passwd", "x".repeat(10_000)])(
    "the report form takes any address as text: %s",
    async (about) => {
      const response = await fetchApp(`/report?${new URLSearchParams({ about })}`, await withAccess())
      expect(response.status).toBe(200)
      expect(await response.text()).not.toContain("<script>alert")
    },
  )

  test("the report form stores the report, shows its reference, and sends a receipt in neutral words", async () => {
    const email = "neutral@example.org"
    const response = await submit("/report", { ...good, email: " Neutral@Example.org " })
    const reference = referenceOf(response)
    expect(await reportOf(reference)).toMatchObject({
      category: "terms",
      priority: "P3",
      state: "received",
      locale: "en",
      email,
      details: "It says x.",
    })
    const page = await (await ask(`/report/sent/${reference}`)).text()
    expect(page).toContain(reference)
    const mail = await receive(email)
    expect(mail.subject).toBe("We received your message")
    expect(mail.text).toContain(reference)
    expect(mail.text).not.toMatch(/camille|It says|report|escort/i)
  })

  test("the report form sends a receipt in French to a French report", async () => {
    const response = await submit(`${fr}/report`, { ...good, email: "anne@example.org" })
    expect((await reportOf(referenceOf(response)))?.locale).toBe("fr")
    expect((await receive("anne@example.org")).subject).toBe("Nous avons reçu votre message")
  })

  test.each([
    ["minor", "P0"],
    ["danger", "P0"],
    ["intimate", "P1"],
    ["depicted", "P1"],
  ])("the report form needs no address for serious reports: %s is %s", async (category, priority) => {
    const { email, ...anonymous } = good
    const response = await submit("/report", { ...anonymous, category, email: "" })
    expect(await reportOf(referenceOf(response))).toMatchObject({ priority, email: null })
  })

  test.each<[string, Record<string, string>, string[]]>([
    ["no category", { category: "" }, ["category"]],
    ["a category that is not ours", { category: "P0" }, ["category"]],
    ["no place", { about: " " }, ["about"]],
    ["no words", { details: "" }, ["details"]],
    ["10 kB of words", { details: "x".repeat(10_000) }, ["details"]],
    ["words instead of an address", { about: "not a page" }, ["about"]],
    ["10 kB of a place", { about: "x".repeat(10_000) }, ["about"]],
    ["no address where one is needed", { email: "" }, ["email"]],
    ["something that is no address", { email: "ann" }, ["email"]],
    ["no good faith", { good_faith: "" }, ["good_faith"]],
  ])("the report form says what is missing, and retains what was typed: %s", async (_, change, fields) => {
    const response = await submit("/report", { ...good, ...change })
    expect(response.status).toBe(422)
    const html = await response.text()
    for (const field of fields)
      expect(html).toMatch(new RegExp(`<[^>]*(name="${field}"[^>]*aria-invalid|aria-invalid[^>]*name="${field}")`))
    if (!("details" in change)) expect(html).toContain("It says x.")
  })

  test("the report form stores markup as text", async () => {
    const details = "<script>alert(1)</script> [x](javascript:alert(1)) {{7*7}}"
    const response = await submit("/report", { ...good, details: `${details} \u202e` })
    expect((await reportOf(referenceOf(response)))?.details).toBe(details)
  })

  test("the report form works without a script, from the app's own page alone", async () => {
    const init = await withAccess({ headers: { "Sec-Fetch-Site": "same-origin" } })
    const ours = await fetchApp("/report", {
      ...init,
      ...form(good),
      headers: { ...Object.fromEntries(new Headers(init.headers)), Origin: "null" },
    })
    expect(referenceOf(ours)).not.toBe("")
    const theirs = await submit("/report", good, { headers: { Origin: "https://evil.example" } })
    expect(theirs.status).toBe(403)
  })

  test("the report form stores what a program probably wrote, and writes to nobody", async () => {
    const response = await submit("/report", { ...good, email: "bombed@example.org", website: "https://spam.example" })
    expect(await reportOf(referenceOf(response))).toMatchObject({ isSuspect: true })
    await deliverMails()
    expect(await mailsTo("bombed@example.org")).toEqual([])
  })

  test("reports are limited to twenty an hour from one network, except about a child in danger", async () => {
    const headers = { "CF-Connecting-IP": newAddress() }
    for (let n = 0; n < 20; n += 1)
      expect((await submit("/report", { ...good, email: `n${n}@example.org` }, { headers })).status).toBe(302)
    const refused = await submit("/report", good, { headers })
    expect([refused.status, refused.headers.has("Retry-After")]).toEqual([429, true])
    for (let n = 0; n < 3; n += 1) {
      const response = await submit("/report", { ...good, category: "minor" }, { headers })
      expect(referenceOf(response)).not.toBe("")
    }
  })

  test("reports send five receipts an hour to one mailbox at most", async () => {
    for (let n = 0; n < 8; n += 1) {
      const response = await submit("/report", { ...good, category: "minor", email: "flood@example.org" })
      expect(await reportOf(referenceOf(response))).toBeDefined()
    }
    await deliverMails()
    expect(await mailsTo("flood@example.org")).toHaveLength(5)
  })
})

test("the page after a report shows the reference in its address, and does not disclose whether that report exists", async () => {
  expect((await ask("/report/sent/R-00000000")).status).toBe(200)
  for (const reference of ["R-x", "..%2F", "%3Cscript%3E", "R-000000000", "x".repeat(10_000)]) {
    expect((await ask(`/report/sent/${reference}`)).status).toBe(404)
  }
})

describe("the API", () => {
  test.each(["/escorts/camille", `${fr}/escorts/camille`, "salon.example/escorts/camille", "localhost:8787/"])(
    "the API accepts the address of a page: %s",
    async (about) => expect((await call("/reports", { ...good, about })).status).toBe(201),
  )

  test.each([
    "not a page",
    "camille",
    "the page of Camille",
    "javascript:alert(1)",
    "mailto:ann@example.org",
    "https://",
  ])("the API requires an exact address in a report: %s", async (about) => {
    const response = await call("/reports", { ...good, about })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: { about: ["Please give the exact page address."] } })
  })

  test("the API accepts a report from a visitor, before any age notice", async () => {
    const cookie = new Headers((await withAccess()).headers).get("Cookie")?.replace(`; ${await ageCookie()}`, "") ?? ""
    const init = addCookie(
      {
        method: "POST",
        body: JSON.stringify({ ...good, good_faith: true }),
        headers: { "Content-Type": "application/json", Origin: en },
      },
      cookie,
    )
    const response = await fetchApp("/api/reports", init)
    expect(response.status).toBe(201)
    const { reference } = (await response.json()) as { reference: string }
    expect(await reportOf(reference)).toMatchObject({ about: "/escorts/camille" })
  })

  test("the API refuses an invalid report, by field", async () => {
    const response = await call("/reports", {
      ...good,
      email: undefined,
      details: "x".repeat(10_000),
      good_faith: false,
      category: ["minor"],
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      code: "validation.failed",
      errors: { details: expect.any(Array), good_faith: expect.any(Array), category: expect.any(Array) },
    })
    expect(await (await call("/reports", { ...good, email: undefined })).json()).toMatchObject({
      errors: { email: ["This field is required."] },
    })
  })
})

test("reports are deleted after three years", async () => {
  const { details, category, about } = good
  const row = async (days: number, reference: string) => {
    const createdAt = Date.now() - days * DAY
    const rest = {
      priority: "P3" as const,
      state: "received" as const,
      email: null,
      locale: "en" as const,
      isSuspect: false,
    }
    return {
      id: newId(createdAt),
      reference,
      caseId: (await insertCase()).id,
      details,
      category,
      about,
      ...rest,
      createdAt,
      updatedAt: createdAt,
    }
  }
  await db.insert(reports).values([await row(3 * 365 + 1, "R-OLD"), await row(3 * 365 - 1, "R-YOUNG")])
  await sweepReports({ db: db as never, now: Date.now })
  expect([await reportOf("R-OLD"), (await reportOf("R-YOUNG"))?.reference]).toEqual([undefined, "R-YOUNG"])
})
