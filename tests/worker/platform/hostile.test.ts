import { describe, expect, test } from "vitest"
import { en, fetchApp, form, json, withAccess } from "../helpers/app"

/** Checks a refusal: a status that blames the request, and a body without internals. */
async function expectRefused(name: string, response: Response, statuses?: number[]): Promise<void> {
  const text = await response.text()
  expect([name, response.status >= 400 && response.status < 500, response.status]).toEqual([
    name,
    true,
    response.status,
  ])
  if (statuses) expect([name, statuses]).toEqual([name, expect.arrayContaining([response.status])])
  expect([name, text.match(/\bat \S+ \(|node_modules|\.tsx?:\d|SQLITE|D1_ERROR|TypeError/)]).toEqual([name, null])
}

const get = async (path: string, headers: Record<string, string> = {}) => fetchApp(path, await withAccess({ headers }))

describe("a slug", () => {
  test.each([
    ["of dots", "..%2f..%2fetc%2fpasswd"],
    ["of dots and backslashes", "..%5c..%5cwindows"],
    ["of a null", "%00"],
    ["with a null", "ada%00.json"],
    ["that is malformed", "%E0%A4%A"],
    ["that is a lone percent", "%"],
    ["of half a letter", "%F0%9F"],
    ["of 10,000 letters", "a".repeat(10_000)],
    ["in Unicode", "%E2%80%AE%F0%9F%92%83"],
    ["of SQL", "'%20OR%201=1;--"],
    ["of a template", "$%7B7*7%7D"],
    ["of markup", "%3Cscript%3Ealert(1)%3C%2Fscript%3E"],
    ["of a prototype", "__proto__"],
    ["of line breaks", "a%0d%0aSet-Cookie:%20x=y"],
    ["of a wildcard", "%25"],
  ])("a slug %s is refused", async (name, slug) => {
    await expectRefused(name, await get(`/escorts/${slug}`), [400, 404])
    await expectRefused(name, await get(`/escorts/${slug}.data`), [400, 404])
    await expectRefused(name, await get(`/media/${slug}/640.webp`), [400, 404])
    await expectRefused(name, await get(`/media/01ARZ3NDEKTSV4RRFFQ69G5FAV/${slug}`), [400, 404])
  })

  test("a slug of markup is shown as text", async () => {
    const html = await (await get("/escorts/<script>alert(1)</script>?<script>alert(2)</script>")).text()
    expect(html).not.toMatch(/<script>alert/)
  })
})

describe("a filter or cursor of the listing", () => {
  test.each([
    ["an unknown city", "city=atlantis"],
    ["a city of SQL", "city=' OR 1=1 --"],
    ["a city of 10,000 letters", `city=${"a".repeat(10_000)}`],
    ["an unknown category", "category=__proto__"],
  ])("a filter of the listing that is %s is refused, and named as text", async (name, query) => {
    const response = await get(`/escorts?${query}`)
    expect((await response.clone().text()).includes("We don’t know")).toBe(true)
    await expectRefused(name, response, [404])
  })

  test.each([
    ["a cursor of nothing", "cursor=."],
    ["a cursor of dots", "cursor=../../x"],
    ["a cursor of two signs", "cursor=--1"],
    ["a cursor too long", `cursor=${"z".repeat(11)}.x`],
    ["a cursor without an id", "cursor=abc."],
    ["a cursor of another order", "cursor=abc.1.x"],
    ["a cursor with SQL for an id", "cursor=abc.x'--"],
    ["a cursor in capitals", "cursor=ABC.x"],
    ["a cursor with a nought before it", "cursor=0a.x"],
    ["a cursor of 10,000 letters", `cursor=${"z".repeat(10_000)}`],
    ["a cursor of a null", "cursor=%00"],
    ["a cursor in Unicode", "cursor=%F0%9F%92%83"],
    ["a malformed escape", "cursor=%E0%A4%A"],
    ["a cursor of a sign alone", "cursor=-"],
  ])("%s leads to the first page of the list", async (name, query) => {
    const response = await fetchApp(`/escorts?${query}`, await withAccess({ redirect: "manual" }))
    expect([name, response.status, response.headers.get("Location")]).toEqual([name, 302, "/escorts"])
  })

  test.each([
    ["the farthest place", "cursor=2gosa7pa2gv.x"],
    ["the first place, going back", "cursor=-0.x"],
    ["unknown parameters", "utm_source=x&city[]=paris&__proto__=x&constructor=y"],
    ["empty values", "city=&category=&cursor="],
    ["a thousand parameters", Array.from({ length: 1_000 }, (_, n) => `x${n}=1`).join("&")],
  ])("a filter or cursor of the listing that is %s is a page like any other", async (name, query) => {
    expect([name, (await get(`/escorts?${query}`)).status]).toEqual([name, 200])
  })
})

describe("a form", () => {
  const post = async (path: string, body: BodyInit, type: string) =>
    fetchApp(path, await withAccess({ method: "POST", body, headers: { "Content-Type": type, Origin: en } }))

  test("a form of garbage is refused", async () => {
    const boundary = "multipart/form-data; boundary=x"
    const cases: [string, BodyInit, string, number][] = [
      ["multipart without a boundary", "garbage", "multipart/form-data", 400],
      ["multipart of garbage", "garbage", boundary, 400],
      ["multipart that stops", '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na', boundary, 400],
      ["JSON", '{"email":"a@b.co"}', "application/json", 415],
      ["text", "email=a", "text/plain", 415],
      ["no type", new Uint8Array([1, 2, 3]), "", 415],
      ["2 MB", `email=${"x".repeat(2_000_000)}`, "application/x-www-form-urlencoded", 413],
      [
        "2 MB in several parts",
        `--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n${"x".repeat(2_000_000)}\r\n--x--`,
        boundary,
        413,
      ],
      ["nothing at all", "", "application/x-www-form-urlencoded", 422],
      ["nulls", "email=%00&password=%00", "application/x-www-form-urlencoded", 422],
      ["malformed escapes", "email=%E0%A4%A&password=%", "application/x-www-form-urlencoded", 422],
    ]
    for (const [name, body, type, status] of cases)
      await expectRefused(name, await post("/auth/login", body, type), [status])
  })

  test("a form with a file in place of a text is refused", async () => {
    const body = new FormData()
    body.set("email", new File(["x"], "email.txt"))
    body.set("password", new File(["x"], "password.txt"))
    const response = await fetchApp("/auth/login", await withAccess({ method: "POST", body, headers: { Origin: en } }))
    await expectRefused("files", response, [422])
  })

  test("a form with markup shows it as text again", async () => {
    const response = await fetchApp(
      "/auth/login",
      await withAccess(form({ email: '"><script>alert(1)</script>', password: "x" })),
    )
    expect(response.status).toBe(422)
    expect(await response.text()).not.toContain("<script>alert")
  })
})

describe("a header", () => {
  test.each([
    ["of broken cookies", { Cookie: "=;;;%%%=%E0%A4%A; __Host-salon_session=%; locale=%E0%A4%A; a" }],
    ["of 8,000 letters of cookies", { Cookie: `x=${"y".repeat(8_000)}` }],
    ["of a thousand cookies", { Cookie: Array.from({ length: 1_000 }, (_, n) => `c${n}=1`).join("; ") }],
    ["of a broken bookmark", { Cookie: "__Host-salon_bookmark=%00'; DROP TABLE users" }],
    ["of a bookmark that is not one", { Cookie: `__Host-salon_bookmark=${"0".repeat(200)}` }],
    ["of a broken return path", { Cookie: "__Host-salon_return=%E0%A4%A" }],
    ["of a broken language", { "Accept-Language": ";;;,,,=%00".replace("%00", "") }],
    ["of a broken Authorization", { Authorization: "Bearer" }],
    ["of another Authorization", { Authorization: "Basic dXNlcjpwYXNz" }],
    ["of a broken Origin", { Origin: "::::" }],
    ["of a broken Range", { Range: "bytes=9-1,x" }],
    ["of a broken If-None-Match", { "If-None-Match": '"""' }],
    ["of a foreign Host", { Host: "evil.example", "X-Forwarded-Proto": "gopher" }],
  ])("a header %s does no harm", async (name, headers) => {
    const access = new Headers((await withAccess()).headers).get("Cookie")
    const cookie = [access, "Cookie" in headers ? headers.Cookie : ""].filter(Boolean).join("; ")
    const response = await fetchApp("/auth/login", { headers: { ...headers, Cookie: cookie } })
    expect([name, response.status]).toEqual([name, 200])
    const me = await fetchApp("/api/auth/me", { headers: { ...headers, Cookie: cookie } })
    expect([name, me.status]).toEqual([name, 401])
  })
})

test("the API refuses hostile header values as wrong", async () => {
  const emails = [
    "' OR 1=1 --@x.co",
    "a@b.co\u0000",
    "ada@example.org\r\nBcc: x@y.z",
    "💃@example.org",
    "a@b.co".repeat(50),
  ]
  for (const email of emails) {
    const response = await fetchApp("/api/auth/login", json({ email, password: "x", __proto__: { admin: true } }))
    await expectRefused(email, response, [401, 422])
  }
  const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
  const deep = await fetchApp("/api/auth/login", {
    method: "POST",
    body: nested,
    headers: { "Content-Type": "application/json" },
  })
  await expectRefused("nested", deep, [400, 422])
})
