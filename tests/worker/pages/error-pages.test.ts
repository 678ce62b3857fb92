import { describe, expect, test } from "vitest"
import { en, fetchApp, fetchWith, form, fr, json, setCookieOf, signedIn, withAccess } from "../helpers/app"
import { databaseWithout } from "../helpers/broken"
import { takeLog } from "../helpers/log"
import { headingOf, titleOf } from "../helpers/page"
import { insertUser } from "../helpers/rows"

async function open(path: string, init?: RequestInit) {
  const response = await fetchApp(path, init ?? (await withAccess()))
  const html = await response.text()
  return { status: response.status, type: response.headers.get("Content-Type"), html, response }
}

describe("a link to a notification", () => {
  const path = "/profile/notifications/01ARZ3NDEKTSV4RRFFQ69G5FAV"

  test("a link to a notification redirects a visitor to the login, and back to it", async () => {
    for (const address of [path, `${path}.data`]) {
      const { response } = await open(address)
      const target = response.headers.get("Location") ?? response.headers.get("X-Remix-Redirect")
      expect([response.status === 302 || response.status === 202, target ?? "/auth/login"]).toEqual([
        true,
        "/auth/login",
      ])
      expect(decodeURIComponent(setCookieOf(response, "__Host-salon_return")?.value ?? "")).toBe(path)
    }
  })

  test("a link to another member's notification shows the page of a missing one", async () => {
    const { status, type, html } = await open(path, await signedIn(await insertUser()))
    expect([status, type]).toEqual([404, "text/html; charset=utf-8"])
    expect(headingOf(html)).toBe(`Page Not Found: ${path}`)
    expect(titleOf(html)).toBe("Page Not Found - Salon")
  })
})

describe("an address that shows nothing", () => {
  const badMethod = "This page doesn’t accept that request"
  test.each<[string, () => RequestInit, number, string]>([
    ["/age/ask", () => form({}), 405, badMethod],
    ["/auth/passkey", () => json({}, { Origin: en }), 415, "This content type isn’t accepted here."],
    ["/profile/notifications/x", () => form({}), 405, badMethod],
  ])(
    "%s without a page of its own shows an error page for what it does not accept",
    async (path, init, expected, heading) => {
      const user = await insertUser()
      const { status, type, html } = await open(path, await signedIn(user, init()))
      expect([status, type, headingOf(html)]).toEqual([expected, "text/html; charset=utf-8", heading])
    },
  )

  test("/auth/logout shows a page when it fails", async () => {
    const init = await signedIn(await insertUser(), form({}))
    const response = await fetchWith({ DB: databaseWithout("delete from") }, "/auth/logout", init)
    expect([response.status, response.headers.get("Content-Type")]).toEqual([500, "text/html; charset=utf-8"])
    takeLog("page.failed")
    takeLog("request.failed")
  })
})

describe("missing pages", () => {
  test.each([
    ["/profile/chat/zz", "Page Not Found: /profile/chat/zz"],
    ["/contact/T-00000000?a=b", "Page Not Found: /contact/T-00000000?a=b"],
    ["/unsubscribe/x", "Page Not Found: /unsubscribe/x"],
    ["/sitemap.xml", "Page Not Found: /sitemap.xml"],
    ["/locale/choose/xx?to=/", "Page Not Found: /locale/choose/xx?to=/"],
    [`${fr}/unsubscribe/x`, "Page introuvable\u00a0: /unsubscribe/x"],
  ])("%s that does not exist has the one sentence of a page not found", async (path, heading) => {
    const { status, html } = await open(path, await signedIn(await insertUser()))
    expect([status, headingOf(html)]).toEqual([404, heading])
  })
})

describe("a thing that is gone, or was never there", () => {
  test.each([
    [en, "This doesn’t exist, or no longer exists."],
    [fr, "Cela n’existe pas, ou n’existe plus."],
  ])(
    "a deleted or unknown item is reported by the API and by a form's toast at %s, which show no address",
    async (origin, sentence) => {
      const user = await insertUser()
      const api = await fetchApp(`${origin}/api/conversations/gone`, await signedIn(user))
      expect([api.status, await api.json()]).toEqual([404, expect.objectContaining({ message: sentence })])
      const heart = form({ profile: "gone", keep: "1" }, origin)
      const response = await open(`${origin}/profile/favorites.data`, await signedIn(user, heart))
      expect([response.status, response.html]).toEqual([404, expect.stringContaining(sentence)])
    },
  )
})

describe("an error that has no words of its own", () => {
  test.each([
    [en, "Error 405", "This page doesn’t accept that request"],
    [fr, "Erreur 405", "Cette page n’accepte pas cette requête"],
  ])("an unsupported method of a page has its own sentence and title at %s", async (origin, status, sentence) => {
    for (const path of ["/faq", "/"]) {
      const { html } = await open(origin + path, await withAccess({ ...form({}), headers: { Origin: origin } }))
      expect([path, titleOf(html), headingOf(html)]).toEqual([path, `${sentence} - Salon`, sentence])
      expect(html).toContain(status)
    }
  })

  test.each([
    [en, "Internal Server Error"],
    [fr, "Erreur interne du serveur"],
  ])("a server error is named in the document's title before any script runs at %s", async (origin, title) => {
    const response = await fetchWith(
      { DB: databaseWithout("profiles") },
      `${origin}/escorts/kept-by-no-cache`,
      await withAccess(),
    )
    const html = await response.text()
    expect([response.status, titleOf(html), headingOf(html)]).toEqual([500, `${title} - Salon`, title])
    takeLog("page.failed")
  })
})

test("the failed page that requests a reset link has another title than the one that sets the password", async () => {
  for (const [origin, title] of [
    [en, "Forgot your password?"],
    [fr, "Mot de passe oublié\u202f?"],
  ]) {
    const { html } = await open(`${origin}/auth/password/reset`)
    expect([titleOf(html), headingOf(html)]).toEqual([`${title} - Salon`, title])
  }
})
