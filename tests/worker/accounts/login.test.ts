import { describe, expect, test } from "vitest"
import { addCookie, en, fetchApp, form, fr, setCookieOf, signedIn, withAccess } from "../helpers/app"
import { Browser } from "../helpers/browser"
import { insertUser, insertUserWithPassword, password } from "../helpers/rows"

const logIn = async (email: string, given: string, origin = en, cookie = "") =>
  fetchApp(`${origin}/auth/login`, addCookie(await withAccess(form({ email, password: given }, origin)), cookie))

describe("logging in on the page", () => {
  test("a login redirects to the member area", async () => {
    const { email } = await insertUserWithPassword()
    const response = await logIn(email, password)
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/profile"])
  })

  test("a login redirects to the page that required it, once", async () => {
    const { email } = await insertUserWithPassword()
    const browser = await new Browser().enter()
    await browser.visit("/profile?tab=chat&x=%C3%A9")
    const first = await browser.submit("/auth/login", { email, password })
    expect([first.status, first.headers.get("Location")]).toEqual([302, "/profile?tab=chat&x=%C3%A9"])
    expect(browser.cookies(en).has("__Host-salon_return")).toBe(false)
    await browser.submit("/auth/logout", {})
    const second = await browser.submit("/auth/login", { email, password })
    expect(second.headers.get("Location")).toBe("/profile")
  })

  test("a login remembers the page that required it while the password is wrong", async () => {
    const { email } = await insertUserWithPassword()
    const browser = await new Browser().enter()
    await browser.visit("/dashboard/admin")
    expect((await browser.submit("/auth/login", { email, password: "wrong" })).status).toBe(401)
    expect((await browser.submit("/auth/login", { email, password })).headers.get("Location")).toBe("/dashboard/admin")
  })

  test("a login never redirects to another site", async () => {
    const { email } = await insertUserWithPassword()
    for (const path of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "/%2f%2fevil.example",
      "javascript:alert(1)",
      "%E0%A4%A",
    ]) {
      const response = await logIn(email, password, en, `__Host-salon_return=${encodeURIComponent(path)}`)
      expect([path, response.headers.get("Location")]).toEqual([path, "/profile"])
    }
    const query = await fetchApp(
      "/auth/login?redirect=https://evil.example&to=//evil.example",
      await withAccess(form({ email, password })),
    )
    expect(query.headers.get("Location")).toBe("/profile")
  })

  test("a login in the dialog stays on its page, and one by a link that names a page returns to it", async () => {
    const { email } = await insertUserWithPassword()
    const back = "/escorts?city=lyon"
    const dialog = await (await new Browser().enter()).submit("/auth/login", { email, password, back })
    expect([dialog.headers.get("Location"), dialog.headers.get("X-Remix-Replace")]).toEqual([back, "true"])
    for (const page of ["/auth/login", "/become-member"]) {
      const browser = await new Browser().enter()
      await browser.visit(`${page}?back=${encodeURIComponent(back)}`)
      const link = await browser.submit("/auth/login", { email, password })
      expect([page, link.headers.get("Location")]).toEqual([page, back])
    }
  })

  test("a login by a form or a link that names another site redirects to the member area", async () => {
    const { email } = await insertUserWithPassword()
    for (const back of ["//evil.example", "https://evil.example", "/\\evil.example", "/%2f%2fevil.example", ""]) {
      const browser = await new Browser().enter()
      await browser.visit(`/auth/login?back=${encodeURIComponent(back)}`)
      expect([back, browser.cookies(en).has("__Host-salon_return")]).toEqual([back, false])
      const response = await browser.submit("/auth/login", { email, password, back })
      expect([back, response.headers.get("Location")]).toEqual([back, "/profile"])
    }
  })

  test("a refused login shows what is wrong, with the e-mail and without the password", async () => {
    const user = await insertUserWithPassword()
    for (const [origin, sentence] of [
      [en, "Invalid credentials"],
      [fr, "Identifiants incorrects"],
    ] as const) {
      for (const email of [user.email, "nobody-login@example.org"]) {
        const response = await logIn(email, "wrong-password", origin)
        expect(response.status).toBe(401)
        const html = await response.text()
        expect(html).toContain(sentence)
        expect(html).toContain(`value="${email}"`)
        expect(html).not.toContain("wrong-password")
        expect(setCookieOf(response, "__Host-salon_session")).toBeUndefined()
      }
    }
  })

  test("a refused login shows each problem beside its field", async () => {
    const response = await logIn("ada", "")
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain("Enter a full email address, such as name@example.org.")
    expect(html).toContain("This field is required.")
    expect(html).toContain('value="ada"')
  })

  test("a login is not offered to a signed-in member", async () => {
    const response = await fetchApp("/auth/login", await signedIn(await insertUser()))
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/profile"])
  })
})
