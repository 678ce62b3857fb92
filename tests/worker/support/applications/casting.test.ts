import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { applicationConsents, applications } from "~/db/schema"
import { sha256 } from "~/lib/crypto.server"
import { accessCookie, addCookie, fetchApp, fr, setCookieOf } from "../../helpers/app"
import {
  aboutYou,
  applicationOf,
  declarations,
  filesOf,
  fillIn,
  insertPlaces,
  newApplicant,
  picturesOf,
  sendIn,
  texts,
} from "../../helpers/applicant"
import { deliverMails, mailsTo, receive } from "../../helpers/mail"
import { draw } from "../../helpers/media/photos"
import { pictures } from "../../helpers/media/pictures"
import { insertMember } from "../../helpers/member"
import { headingOf } from "../../helpers/page"
import { DAY, db, insertCategory, insertCity, insertProfile } from "../../helpers/rows"

const locationOf = (response: Response) => [response.status, response.headers.get("Location")]
const isTicked = (html: string, name: string) => new RegExp(`<input(?=[^>]*name="${name}")[^>]*checked=""`).test(html)
const rowsOf = (secret: string) =>
  db
    .select()
    .from(applications)
    .where(eq(applications.secretHash, sha256(secret)))

describe("the introduction", () => {
  test("the introduction is open to anyone, before any age notice, and says what being listed means", async () => {
    const html = await (await fetchApp("/casting", addCookie({}, await accessCookie()))).text()
    expect(headingOf(html)).toBe("Apply to be listed")
    for (const shown of ["No commission", "Everyone applies for themselves", 'href="/casting/you"'])
      expect(html).toContain(shown)
    for (const path of ["/casting/you", "/api/applications"])
      expect([path, (await fetchApp(path, addCookie({}, await accessCookie()))).status]).toEqual([path, 200])
  })

  test("a later step redirects to the first, and an unknown state to the beginning", async () => {
    const visitor = newApplicant()
    for (const step of ["words", "pictures", "send"])
      expect(locationOf(await visitor.open(`/casting/${step}`))).toEqual([302, "/casting/you"])
    expect(locationOf(await visitor.open("/casting/status"))).toEqual([302, "/casting"])
  })

  test("applying is closed to a listed member", async () => {
    const member = await insertMember()
    const base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
    await insertProfile({ ...base, ownerId: member.user.id, slug: "listed-already" })
    expect(await (await member.open("/casting")).text()).toContain("You already have a profile.")
    expect(locationOf(await member.open("/casting/you"))).toEqual([302, "/casting"])
    const refused = await member.call("POST", "/applications", {})
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: "casting.listed" }])
  })
})

describe("a draft", () => {
  test("a draft belongs to a secret in a cookie that scripts cannot read, stored as a hash", async () => {
    const visitor = newApplicant()
    const response = await visitor.step("you", { first_name: "Ada" })
    expect(response.status).toBe(422)
    expect(setCookieOf(response, "__Host-salon_application")?.attributes).toMatchObject({
      httponly: "",
      secure: "",
      path: "/",
      samesite: "Lax",
      "max-age": String(90 * 24 * 60 * 60),
    })
    const secret = visitor.secret() ?? ""
    const [row] = await rowsOf(secret)
    expect(row).toMatchObject({ firstName: "Ada", state: "draft", userId: null })
    expect(JSON.stringify(row)).not.toContain(secret)
    expect((row?.expiresAt ?? 0) - Date.now()).toBeGreaterThan(30 * DAY - 60_000)
  })

  test("a draft saves what was typed in every step, however unfinished, by any button", async () => {
    const visitor = newApplicant()
    const you = await aboutYou()
    const { adult: _, ...unticked } = you
    expect(locationOf(await visitor.step("you", unticked, "later"))).toEqual([302, "/casting"])
    expect(await (await visitor.open("/casting")).text()).toContain("Your draft is saved until")
    expect(await (await visitor.open("/casting/you")).text()).toContain('value="Ada"')
    expect(locationOf(await visitor.step("you", you))).toEqual([302, "/casting/words"])
    expect(locationOf(await visitor.step("words", { ...texts, presentation: "Short." }, "you"))).toEqual([
      302,
      "/casting/you",
    ])
    const html = await (await visitor.open("/casting/you")).text()
    const boxes = ["language_fr", "language_en", "language_de", "adult"]
    expect(boxes.map((name) => isTicked(html, name))).toEqual([true, true, false, true])
    expect(await (await visitor.open("/casting/words")).text()).toContain("Short.")
    const refused = await visitor.step("words", { ...texts, presentation: "Still short." })
    expect([refused.status, (await refused.text()).includes("This is a little short.")]).toEqual([422, true])
    expect(await (await visitor.open("/casting/words")).text()).toContain("Still short.")
  })

  test.each<[string, Record<string, string>, string]>([
    ["no name", { first_name: " " }, "first_name"],
    ["a name of 100 letters", { first_name: "x".repeat(100) }, "first_name"],
    ["a name of 900 kB", { first_name: "x".repeat(900_000) }, "first_name"],
    ["a name of marks", { first_name: "A\u0334\u0335\u0336" }, "first_name"],
    ["a name that nobody sees", { first_name: "\u202e\u200b\u0000" }, "first_name"],
    ["no city", { city: "" }, "city"],
    ["a city that is not ours", { city: "12 rue de la Paix" }, "city"],
    ["a city that is a statement", { city: "'; DROP TABLE users --" }, "city"],
    ["no category", { category: "" }, "category"],
    ["a category that is not ours", { category: "x" }, "category"],
    ["no language", { language_fr: "", language_en: "" }, "language_ar"],
    ["not of age", { adult: "" }, "adult"],
  ])("an invalid draft does not continue, and loses nothing: %s", async (_, change, field) => {
    const visitor = newApplicant()
    const fields = Object.fromEntries(
      Object.entries({ ...(await aboutYou()), ...change }).filter(
        ([name, value]) => value || !/^lang|^adult/.test(name),
      ),
    )
    const response = await visitor.step("you", fields)
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toMatch(new RegExp(`<[^>]*(name="${field}"[^>]*aria-invalid|aria-invalid[^>]*name="${field}")`))
    if (!("first_name" in change)) expect(html).toContain('value="Ada"')
    if ("city" in change && change.city) expect(html).not.toContain("DROP TABLE users --</option>")
  })

  test("a draft takes markup as text, up to its maximum size, and refuses what no person types", async () => {
    const visitor = newApplicant()
    await visitor.step("you", await aboutYou())
    const presentation = `<script>alert(1)</script>\r\n{{7*7}}\u0007 ${"é".repeat(5_000)}`
    const long = await visitor.step("words", { ...texts, presentation })
    expect([long.status, (await long.text()).includes("This is too long.")]).toEqual([422, true])
    const [row] = await rowsOf(visitor.secret() ?? "")
    expect(row?.presentation).toBe(presentation.replace("\r\n", "\n").replace("\u0007", ""))
    const page = await (await visitor.open("/casting/words")).text()
    expect(page).not.toContain("<script>alert")
    expect((await visitor.step("words", { ...texts, presentation: "x".repeat(100_000) })).status).toBe(422)
    expect((await visitor.step("words", { ...texts, presentation: "x".repeat(2_000_000) })).status).toBe(413)
    expect((await visitor.step("words", { ...texts, written_in: "tlh" })).status).toBe(422)
  })

  test("a draft is nobody else's: not with another secret, a forged one or none, nor from another site", async () => {
    const ada = newApplicant()
    await ada.step("you", await aboutYou(), "later")
    for (const secret of [null, "", "x", "0".repeat(43), "%00", `${ada.secret()}x`, "x".repeat(7_000)]) {
      const eve = newApplicant()
      eve.hold(secret)
      expect(await (await eve.open("/casting/you")).text()).not.toContain('value="Ada"')
    }
    const foreign = await ada.send("/casting/you", { first_name: "Eve" }, { Origin: "https://evil.example" })
    expect(foreign.status).toBe(403)
    expect((await rowsOf(ada.secret() ?? ""))[0]?.firstName).toBe("Ada")
  })

  test("a draft is deleted with its pictures by its owner, and its cookie by the quick exit", async () => {
    const visitor = newApplicant()
    const id = await fillIn(visitor)
    expect(await filesOf(id)).toHaveLength(2)
    expect(await (await visitor.open("/casting")).text()).toContain("Delete my draft")
    expect(locationOf(await visitor.send("/casting"))).toEqual([302, "/casting"])
    expect([await applicationOf(id), await filesOf(id), visitor.secret()]).toEqual([undefined, [], null])
    await visitor.step("you", await aboutYou())
    expect(visitor.secret()).not.toBeNull()
    await visitor.open("/exit")
    expect(visitor.secret()).toBeNull()
  })

  test("ten drafts an hour can begin from one network", async () => {
    const visitor = newApplicant()
    for (let n = 0; n < 10; n += 1) {
      visitor.hold(null)
      expect((await visitor.step("you", { first_name: `Ada ${n}` })).status).toBe(422)
    }
    visitor.hold(null)
    const refused = await visitor.step("you", { first_name: "Ada" })
    expect([
      refused.status,
      refused.headers.has("Retry-After"),
      (await refused.text()).includes('value="Ada"'),
    ]).toEqual([429, true, true])
  })
})

describe("its pictures", () => {
  test.each(["jpeg", "png", "webp", "avif"] as const)(
    "a picture of an application may be a %s, and is stored as WebP without metadata",
    async (kind) => {
      const visitor = newApplicant()
      await visitor.step("you", await aboutYou(), "pictures")
      expect(await (await visitor.upload([pictures[kind]])).text()).toContain("Your pictures were added.")
      const [application] = await rowsOf(visitor.secret() ?? "")
      const id = application?.id ?? ""
      const [picture] = await picturesOf(id)
      const served = await visitor.call("GET", `/applications/${id}/pictures/${picture?.id}`)
      expect([served.status, served.headers.get("Content-Type"), served.headers.get("Cache-Control")]).toEqual([
        200,
        "image/webp",
        "private, no-store",
      ])
      const bytes = await served.arrayBuffer()
      expect(await env.IMAGES.info(new Blob([bytes]).stream())).toMatchObject({
        format: "image/webp",
        width: picture?.width,
        height: picture?.height,
      })
      expect(new TextDecoder("latin1").decode(bytes)).not.toMatch(/OWNER-NAME|Exif|EXIF|XMP|ICCP/)
      expect(await (await visitor.open("/casting/pictures")).text()).toContain(`${id}/pictures/${picture?.id}`)
    },
  )

  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const large = new Uint8Array(9 * 1024 * 1024)
  large.set(pictures.jpeg)

  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ["an SVG", svg, "Choose a JPEG, PNG, WebP or AVIF picture."],
    ["a GIF", pictures.gif, "Choose a JPEG, PNG, WebP or AVIF picture."],
    ["nothing", new Uint8Array(), "Choose a picture first."],
    ["half a PNG", pictures.png.slice(0, 80), "can’t be read"],
    ["299 pixels a side", draw(1, 299, 299), "at least 300 pixels"],
    ["15,000 pixels a side in 74 bytes", pictures.bomb, "too many pixels"],
    ["9 MB", large, "Choose one of up to 8 MB."],
  ])("an application's picture is refused in words, by the page and the API: %s", async (_, bytes, sentence) => {
    const visitor = newApplicant()
    await visitor.step("you", await aboutYou(), "pictures")
    const id = (await rowsOf(visitor.secret() ?? ""))[0]?.id ?? ""
    const response = await visitor.upload([bytes, pictures.png])
    expect([response.status, (await response.text()).includes(sentence)]).toEqual([422, true])
    expect([(await picturesOf(id)).length, (await filesOf(id)).length]).toEqual([1, 1])
    const called = await visitor.post(`/applications/${id}/pictures`, bytes)
    const { errors } = (await called.json()) as { errors?: { pictures?: string[] } }
    expect([called.status, errors?.pictures?.[0]?.includes(sentence)]).toEqual([422, true])
    expect((await picturesOf(id)).length).toBe(1)
  })

  test("an application's pictures without script are 20 MB together at most", async () => {
    const visitor = newApplicant()
    await visitor.step("you", await aboutYou(), "pictures")
    const seven = new Uint8Array(7 * 1024 * 1024)
    const response = await visitor.upload([seven, seven, seven])
    expect([response.status, (await response.text()).includes("20 MB at most")]).toEqual([422, true])
    // Without a draft they are not even read: a redirect, not the size's refusal.
    const stranger = await newApplicant().upload([seven, seven, seven])
    expect([stranger.status, stranger.headers.get("Location")]).toEqual([302, "/casting/you"])
  })

  test("an application's pictures are six at most, also when several are sent at once", async () => {
    const visitor = newApplicant()
    await visitor.step("you", await aboutYou(), "pictures")
    const id = (await rowsOf(visitor.secret() ?? ""))[0]?.id ?? ""
    await visitor.upload([pictures.png, pictures.png, pictures.png, pictures.png])
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => visitor.post(`/applications/${id}/pictures`, pictures.png)),
    )
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422, 422])
    expect([(await picturesOf(id)).length, (await filesOf(id)).length]).toEqual([6, 6])
    expect(await (await visitor.upload([pictures.png])).text()).toContain("Six pictures at most.")
  })

  test("an application's pictures are shown to and removed by their owner alone, and then deleted from the store", async () => {
    const ada = newApplicant()
    const id = await fillIn(ada)
    const [first, second] = await picturesOf(id)
    const eve = newApplicant()
    const other = await fillIn(eve)
    for (const [whose, path] of [
      [eve, `/applications/${id}/pictures/${first?.id}`],
      [eve, `/applications/${other}/pictures/${first?.id}`],
      [newApplicant(), `/applications/${id}/pictures/${first?.id}`],
      [ada, `/applications/${id}/pictures/nothing`],
    ] as const) {
      expect([path, (await whose.call("GET", path)).status]).toEqual([path, 404])
      expect([path, (await whose.call("DELETE", path)).status]).toEqual([path, 404])
    }
    expect((await eve.post(`/applications/${id}/pictures`, pictures.png)).status).toBe(404)
    const removed = await ada.send("/casting/pictures", { intent: "remove", picture: first?.id ?? "" })
    expect(await removed.text()).toContain("The picture was removed and deleted.")
    expect(await filesOf(id)).toEqual([`casting/${id}/${second?.id}.webp`])
    expect((await ada.send("/casting/pictures", { intent: "remove", picture: first?.id ?? "" })).status).toBe(404)
    expect((await ada.call("DELETE", `/applications/${id}/pictures/${second?.id}`)).status).toBe(204)
    expect(await filesOf(id)).toEqual([])
    const next = await ada.step("pictures", {})
    expect([next.status, (await ada.step("send", { ...declarations, email: "a@example.org" })).status]).toEqual([
      422, 422,
    ])
  })
})

describe("sending", () => {
  test("sending needs every declaration, and an address; ticked and typed values stay", async () => {
    const visitor = newApplicant()
    const id = await fillIn(visitor)
    const refused = await visitor.step("send", { self: "on", rules: "on" })
    expect(refused.status).toBe(422)
    const html = await refused.text()
    for (const field of ["email", "depicted", "data"])
      expect(html).toMatch(new RegExp(`<[^>]*(name="${field}"[^>]*aria-invalid|aria-invalid[^>]*name="${field}")`))
    const stored = await db.select().from(applicationConsents).where(eq(applicationConsents.applicationId, id))
    expect(stored.map(({ kind }) => kind).toSorted()).toEqual(["adult", "rules", "self"])
    expect(stored.every(({ version, locale }) => version === "2026-11" && locale === "en")).toBe(true)
    await visitor.step("send", { self: "on", email: "kept@example.org" }, "words")
    const again = await (await visitor.open("/casting/send")).text()
    expect(again).toContain('value="kept@example.org"')
    expect([isTicked(again, "self"), isTicked(again, "rules")]).toEqual([true, false])
    expect((await applicationOf(id))?.state).toBe("draft")
  })

  test("sending names the incomplete steps", async () => {
    const visitor = newApplicant()
    await visitor.step("you", await aboutYou())
    expect(await (await visitor.open("/casting/send")).text()).toMatch(
      /Something is still missing:.*Your words and Your pictures/s,
    )
    const refused = await visitor.step("send", { ...declarations, email: "x@example.org" })
    expect([refused.status, (await refused.text()).includes("Complete the steps named above")]).toEqual([422, true])
  })

  test("sending gives a reference, a receipt in neutral words, and a page about the next steps", async () => {
    const visitor = newApplicant()
    const { id, email } = await sendIn(visitor)
    const row = await applicationOf(id)
    expect(row).toMatchObject({ state: "submitted", email, languages: "en,fr", expiresAt: null })
    const html = await (await visitor.open("/casting/status")).text()
    expect(headingOf(html)).toBe("We have received your application")
    for (const shown of [row?.reference ?? "?", "Ada", "afternoons without haste", "Withdraw my application"])
      expect(html).toContain(shown)
    const mail = await receive(email)
    expect(mail.subject).toBe("We received your application")
    expect(mail.text).toContain(row?.reference)
    expect(mail.text).not.toMatch(/Ada|haste|listed|profile|escort|casting\b(?!\/)/i)
    expect(await (await visitor.open("/casting")).text()).toContain(row?.reference)
  })

  test("sending works once: of two tabs one succeeds, and the other is shown the state", async () => {
    const visitor = newApplicant()
    const id = await fillIn(visitor)
    const email = "twice@example.org"
    const both = await Promise.all([1, 2].map(() => visitor.step("send", { ...declarations, email })))
    expect(both.map(locationOf)).toEqual([
      [302, "/casting/status"],
      [302, "/casting/status"],
    ])
    expect(locationOf(await visitor.step("send", { ...declarations, email }))).toEqual([302, "/casting/status"])
    expect(await rowsOf(visitor.secret() ?? "")).toHaveLength(1)
    expect((await applicationOf(id))?.state).toBe("submitted")
    await deliverMails()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test("a sent application accepts no step, change or picture until staff request one", async () => {
    const visitor = newApplicant()
    const { id } = await sendIn(visitor)
    const before = await applicationOf(id)
    for (const step of ["you", "words", "pictures", "send"] as const)
      expect(locationOf(await visitor.open(`/casting/${step}`))).toEqual([302, "/casting/status"])
    expect(locationOf(await visitor.step("you", { ...(await aboutYou()), first_name: "Eve" }))).toEqual([
      302,
      "/casting/status",
    ])
    const [picture] = await picturesOf(id)
    for (const [method, path, body] of [
      ["PATCH", "", { first_name: "Eve" }],
      ["PATCH", "", { self: false }],
      ["DELETE", `/pictures/${picture?.id}`, undefined],
      ["POST", "/submit", { version: before?.version }],
    ] as const) {
      const refused = await visitor.call(method, `/applications/${id}${path}`, body)
      expect([method, refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        method,
        409,
        "casting.sent",
      ])
    }
    expect((await visitor.post(`/applications/${id}/pictures`, pictures.png)).status).toBe(409)
    expect([await applicationOf(id), (await picturesOf(id)).length]).toEqual([before, 2])
    const consents = await db.select().from(applicationConsents).where(eq(applicationConsents.applicationId, id))
    expect(consents).toHaveLength(5)
  })

  test("an application in French has a receipt in French", async () => {
    const visitor = newApplicant()
    await fillIn(visitor)
    const response = await visitor.send(`${fr}/casting/send`, { ...declarations, email: "francaise@example.org" })
    expect(locationOf(response)).toEqual([302, "/casting/status"])
    expect((await receive("francaise@example.org")).subject).toBe("Nous avons reçu votre candidature")
  })

  test("applications send one mailbox five receipts an hour at most, from any number of senders", async () => {
    const email = "flooded@example.org"
    for (let n = 0; n < 6; n += 1) {
      const visitor = newApplicant()
      await fillIn(visitor)
      expect((await visitor.step("send", { ...declarations, email })).status).toBe(302)
    }
    await deliverMails()
    expect(await mailsTo(email)).toHaveLength(5)
  })
})

describe("a member's application", () => {
  test("a member's application belongs to their account: from any browser, one at a time, with mails to their address", async () => {
    const member = await insertMember()
    const here = newApplicant(member.cookie)
    const id = await fillIn(here)
    expect(here.secret()).toBeNull()
    expect(await applicationOf(id)).toMatchObject({ userId: member.user.id, secretHash: null })
    const elsewhere = newApplicant(member.cookie)
    const page = await (await elsewhere.open("/casting/send")).text()
    expect(page).toContain(member.user.email)
    expect(page).not.toContain('name="email"')
    const refused = await elsewhere.call("POST", "/applications", {})
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: "casting.open" }])
    expect((await elsewhere.step("send", declarations)).status).toBe(302)
    expect((await receive(member.user.email)).subject).toBe("We received your application")
    const other = await insertMember()
    for (const path of [`/applications/${id}`, `/applications/${id}/pictures/${(await picturesOf(id))[0]?.id}`])
      expect((await other.call("GET", path)).status).toBe(404)
    for (const [method, path, body] of [
      ["PATCH", `/applications/${id}`, { first_name: "Eve" }],
      ["POST", `/applications/${id}/submit`, { version: 1 }],
      ["POST", `/applications/${id}/withdraw`, undefined],
    ] as const)
      expect([path, (await other.call(method, path, body)).status]).toEqual([path, 404])
  })

  test("a member's application may begin as a visitor's draft, and is then no longer the browser's", async () => {
    const visitor = newApplicant()
    await visitor.step("you", await aboutYou())
    const id = (await rowsOf(visitor.secret() ?? ""))[0]?.id ?? ""
    const member = await insertMember()
    const signedIn = newApplicant(member.cookie)
    signedIn.hold(visitor.secret())
    expect(locationOf(await signedIn.step("words", texts))).toEqual([302, "/casting/pictures"])
    expect((await applicationOf(id))?.userId).toBe(member.user.id)
    expect(await (await visitor.open("/casting/you")).text()).not.toContain('value="Ada"')
  })

  test("two requests at once begin one application of a member", async () => {
    const member = await insertMember()
    const both = await Promise.all([1, 2].map(() => member.call("POST", "/applications", { first_name: "Ada" })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe("the API", () => {
  test("the API carries an application from beginning to end, by its secret", async () => {
    const program = newApplicant()
    const { city, category } = await insertPlaces()
    const started = await program.call("POST", "/applications", { first_name: "Ada", city })
    expect([started.status, program.secret()]).toEqual([201, null])
    const { application, secret } = (await started.json()) as { application: { id: string }; secret: string }
    const header = { "Application-Secret": secret }
    const path = `/applications/${application.id}`
    expect((await program.call("GET", path)).status).toBe(404)
    const { written_in, presentation, experience } = texts
    const patch = {
      category,
      languages: ["fr"],
      written_in,
      presentation,
      experience,
      adult: true,
      email: "api@example.org",
    }
    const patched = await program.call("PATCH", path, { ...patch, self: true, depicted: true, rules: true }, header)
    const { version } = (await patched.json()) as { version: number }
    expect(patched.status).toBe(200)
    const incomplete = await program.call("POST", `${path}/submit`, { version }, header)
    expect(await incomplete.json()).toMatchObject({
      errors: { data: ["Tick this to continue."], pictures: ["Add at least one picture."] },
    })
    const { ok } = await program.call("PATCH", path, { data: true }, header)
    program.hold(secret)
    expect([ok, (await program.post(`${path}/pictures`, pictures.jpeg)).status]).toEqual([true, 201])
    const stale = await program.call("POST", `${path}/submit`, { version }, header)
    expect([stale.status, await stale.json()]).toMatchObject([409, { code: "conflict.changed" }])
    const read = (await (await program.call("GET", path)).json()) as { version: number; consents: string[] }
    expect(read.consents.toSorted()).toEqual(["adult", "data", "depicted", "rules", "self"])
    const sent = await program.call("POST", `${path}/submit`, { version: read.version }, header)
    expect([sent.status, await sent.json()]).toMatchObject([200, { state: "submitted", city, category }])
    expect((await program.call("POST", `${path}/withdraw`, undefined, header)).status).toBe(204)
    expect(await (await program.call("GET", path)).json()).toMatchObject({ state: "withdrawn", pictures: [] })
  })

  test("the API refuses an invalid application, by field, and begins nothing", async () => {
    const program = newApplicant()
    const count = async () => (await db.select({ id: applications.id }).from(applications)).length
    const before = await count()
    for (const [body, field] of [
      [{ first_name: "x".repeat(900_000) }, "first_name"],
      [{ languages: ["xx"] }, "languages.0"],
      [{ city: "atlantis" }, "city"],
      [{ adult: "on" }, "adult"],
      [{ email: "no address" }, "email"],
    ] as const) {
      const refused = await program.call("POST", "/applications", body)
      const { errors } = (await refused.json()) as { errors: Record<string, string[]> }
      expect([refused.status, Object.keys(errors)]).toEqual([422, [field]])
    }
    expect(await count()).toBe(before)
    expect((await program.call("POST", "/applications", {}, { Origin: "https://evil.example" })).status).toBe(403)
  })
})
