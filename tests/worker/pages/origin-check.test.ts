import { describe, expect, test } from "vitest"
import { addCookie, en, fetchApp, form, fr, json, signedIn, withAccess } from "../helpers/app"
import { headingOf } from "../helpers/page"
import { insertSession, insertUser } from "../helpers/rows"

/** Posts to the API's log-out with a session cookie and this Origin. */
async function logOut(origin: string | null, where = en): Promise<Response> {
  const init = await signedIn(await insertUser(), {
    method: "POST",
    headers: origin === null ? {} : { Origin: origin },
  })
  return fetchApp(`${where}/api/auth/logout`, init)
}

describe("an unsafe request with a session cookie", () => {
  test("an unsafe request with a session cookie passes from the same origin", async () => {
    expect((await logOut(en)).status).toBe(204)
  })

  test.each([
    "https://evil.example",
    "https://en.localhost:8787",
    "http://en.localhost",
    "http://en.localhost:8787.evil.example",
    "http://evil.en.localhost:8787",
    fr,
    "null",
  ])("an unsafe request with a session cookie is refused from %s", async (origin) => {
    const response = await logOut(origin)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      code: "origin.refused",
      message: "This request came from another site and wasn’t carried out.",
    })
  })

  test("a form without script, whose Origin the Referrer-Policy makes `null`, passes if Sec-Fetch-Site is same-origin", async () => {
    for (const [site, status] of [
      ["same-origin", 302],
      ["same-site", 403],
      ["cross-site", 403],
      ["none", 403],
    ] as const) {
      const headers = { Origin: "null", "Sec-Fetch-Site": site, "Content-Type": "application/x-www-form-urlencoded" }
      const init = await signedIn(await insertUser(), { method: "POST", body: "", headers })
      expect([site, (await fetchApp("/auth/logout", init)).status]).toEqual([site, status])
    }
  })

  test("an unsafe request with a session cookie is refused without any Origin", async () => {
    expect((await logOut(null)).status).toBe(403)
  })

  test("an unsafe request from another origin is refused in the reader's language", async () => {
    const response = await logOut("https://evil.example", fr)
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(/^Cette requête venait d’un autre site/),
    })
  })

  test("a refused unsafe request has no effect, on a page neither", async () => {
    const init = await signedIn(await insertUser(), form({}, "https://evil.example"))
    const response = await fetchApp("/auth/logout", init)
    expect(response.status).toBe(403)
    expect(headingOf(await response.text())).toBe("This request came from another site and wasn’t carried out.")
    expect((await fetchApp("/api/auth/me", { headers: init.headers })).status).toBe(200)
  })

  test.each(["PUT", "PATCH", "DELETE"])("an unsafe request is checked for %s too", async (method) => {
    const init = await signedIn(await insertUser(), { method, headers: { Origin: "https://evil.example" } })
    expect((await fetchApp("/api/auth/me", init)).status).toBe(403)
  })
})

describe("without a session cookie", () => {
  test("a program that sends no Origin passes without a session cookie", async () => {
    expect(
      (await fetchApp("/api/auth/login", json({ email: "nobody-origin-check@example.org", password: "x" }))).status,
    ).toBe(401)
  })

  test("another site cannot sign a reader in as another user", async () => {
    const fields = { email: "nobody-origin-check@example.org", password: "x" }
    const foreign = await fetchApp("/auth/login", await withAccess(form(fields, "https://evil.example")))
    expect(foreign.status).toBe(403)
    expect((await fetchApp("/auth/login", await withAccess(form(fields)))).status).toBe(401)
  })

  test("a Bearer token passes from any origin, with any cookie", async () => {
    const user = await insertUser()
    const cookie = await insertSession({ userId: user.id })
    const api = await insertSession({ userId: user.id, kind: "api" })
    const headers = { Authorization: `Bearer ${api.token}`, Origin: "https://app.example" }
    const init = addCookie({ method: "POST", headers }, `__Host-salon_session=${cookie.token}`)
    expect((await fetchApp("/api/auth/logout", init)).status).toBe(204)
    const still = await fetchApp("/api/auth/me", addCookie(await withAccess(), `__Host-salon_session=${cookie.token}`))
    expect(still.status).toBe(200)
  })
})

test("the origin of a reading request is never checked", async () => {
  const init = await signedIn(await insertUser(), { headers: { Origin: "https://evil.example" } })
  expect((await fetchApp("/api/auth/me", init)).status).toBe(200)
})

test("a forwarding header changes nothing about the origin of a form", async () => {
  const init = await withAccess(form({ email: "nobody-origin-check@example.org", password: "x" }))
  const headers = new Headers(init.headers)
  headers.set("X-Forwarded-Host", "evil.example")
  expect((await fetchApp("/auth/login", { ...init, headers })).status).toBe(401)
  headers.set("Origin", "http://evil.example")
  expect((await fetchApp("/auth/login", { ...init, headers })).status).toBe(403)
})
