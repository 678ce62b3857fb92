import { describe, expect, test } from "vitest"
import { translator } from "~/i18n/i18n.server"
import { addCookie, en, fetchApp, fetchWith, fr, json, setCookieOf, withAccess } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { headingOf } from "../helpers/page"

const elsewhere = "http://preview.example:8787"

/** Returns the language of a page on every domain: of its document, its cookie and its text. */
async function languagesOf(response: Response) {
  const cookie = setCookieOf(response, "locale")?.value
  const html = await response.text()
  const texts = headingOf(html)
  return {
    html: /<html lang="(\w+)"/.exec(html)?.[1],
    cookie,
    words: texts === "Welcome back" ? "en" : texts === "Bon retour parmi nous" ? "fr" : texts,
  }
}

async function visit(origin: string, headers: Record<string, string> = {}) {
  return fetchApp(`${origin}/auth/login`, await withAccess({ headers }))
}

const all = (code: string) => ({ html: code, cookie: code, words: code })

describe("the language of a page", () => {
  test("the language of a page is its domain's, and document, cookie and text agree", async () => {
    expect(await languagesOf(await visit(en))).toEqual(all("en"))
    expect(await languagesOf(await visit(fr))).toEqual(all("fr"))
  })

  test("the language of a page is its domain's, with any browser and an old cookie", async () => {
    const headers = { "Accept-Language": "en-US,en", Cookie: "locale=en" }
    expect(await languagesOf(await visit(fr, headers))).toEqual(all("fr"))
  })

  test.each([
    ["fr", "fr"],
    ["fr-CA,en-US", "fr"],
    ["de,en-GB;q=0.9", "en"],
    ["en-US;q=0.1,fr", "en"],
    ["de, fr", "fr"],
    ["de", "en"],
    ["", "en"],
    ["*", "en"],
    [`${"x-y,".repeat(60)}fr`, "en"],
  ])("the language of a page on an unknown domain follows Accept-Language: %s", async (header, expected) => {
    expect(await languagesOf(await visit(elsewhere, { "Accept-Language": header }))).toEqual(all(expected))
  })

  test("the language of a page on an unknown domain is the cookie's before the browser's", async () => {
    const response = await visit(elsewhere, { Cookie: "locale=fr", "Accept-Language": "en" })
    expect(await languagesOf(response)).toEqual({ ...all("fr"), cookie: undefined })
  })

  test("the language of a page depends on the port too", async () => {
    expect(await languagesOf(await visit("http://fr.localhost:9999"))).toEqual(all("en"))
  })

  test("the language of a page ignores a forwarding header", async () => {
    const headers = { "X-Forwarded-Host": "fr.localhost:8787", Forwarded: "host=fr.localhost:8787" }
    expect(await languagesOf(await visit(en, headers))).toEqual(all("en"))
  })

  test("the language of a domain applies to the API's sentences", async () => {
    const wrong = json({ email: "nobody-locale@example.org", password: "x" })
    expect(await (await fetchApp(`${fr}/api/auth/login`, wrong)).json()).toMatchObject({
      message: "Identifiants incorrects",
    })
  })
})

describe("the language cookie", () => {
  test("the language cookie lives a year, on every path, and scripts may read it", async () => {
    const cookie = setCookieOf(await visit(fr), "locale")
    expect(cookie?.attributes).toEqual({
      "max-age": String(365 * 24 * 60 * 60),
      path: "/",
      secure: "",
      samesite: "Lax",
    })
  })

  test("the language cookie is rewritten when it names an unsupported language", async () => {
    for (const value of ["xx", "EN", "", "fr%20"]) {
      const response = await visit(elsewhere, { Cookie: `locale=${value}`, "Accept-Language": "fr" })
      expect([value, setCookieOf(response, "locale")?.value]).toEqual([value, "fr"])
    }
  })

  test("the language cookie is rewritten when it disagrees with the domain", async () => {
    expect(setCookieOf(await visit(fr, { Cookie: "locale=en" }), "locale")?.value).toBe("fr")
  })

  test("the language cookie is left alone when it agrees, and never set on data or a refusal", async () => {
    expect(setCookieOf(await visit(fr, { Cookie: "locale=fr" }), "locale")).toBeUndefined()
    expect(setCookieOf(await fetchApp("/"), "locale")).toBeUndefined()
    for (const path of ["/auth/login.data", "/api/openapi.json", "/health"])
      expect(setCookieOf(await fetchApp(path, await withAccess()), "locale")).toBeUndefined()
  })
})

describe("choosing a language on a domain that speaks several", () => {
  const choose = async (path: string) => fetchWith({ LOCALE_DOMAINS: "" }, path, await withAccess())

  test("choosing a language on a shared domain sets the cookie and returns to the page", async () => {
    const response = await choose(`/locale/choose/fr?to=${encodeURIComponent("/escorts?city=paris")}`)
    expect(response.status).toBe(303)
    expect(response.headers.get("Location")).toBe("/escorts?city=paris")
    expect(setCookieOf(response, "locale")?.value).toBe("fr")
    const next = await fetchWith(
      { LOCALE_DOMAINS: "" },
      "/auth/login",
      await withAccess({ headers: { Cookie: "locale=fr" } }),
    )
    expect((await languagesOf(next)).words).toBe("fr")
  })

  test("choosing a language never redirects to another site", async () => {
    for (const to of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      "/%2f/evil",
      "",
    ])
      expect((await choose(`/locale/choose/fr?to=${encodeURIComponent(to)}`)).headers.get("Location")).toBe("/")
  })

  test("choosing an unsupported language is not found", async () => {
    const response = await choose("/locale/choose/de")
    expect(response.status).toBe(404)
    expect(setCookieOf(response, "locale")?.value).toBe("en")
  })
})

describe("the log", () => {
  test("the log warns of a domain that is not configured, once", async () => {
    const host = "warned.example:8787"
    await visit(`http://${host}`)
    expect(takeLog("locale.unknown_domain")).toEqual([
      { level: "warn", event: "locale.unknown_domain", host, locale: "en" },
    ])
    await visit(`http://${host}`)
    await visit(fr)
    expect(takeLog("locale.unknown_domain")).toEqual([])
  })

  test("the log does not warn of machines that call an open path by another address", async () => {
    await fetchApp("http://machine.example:8787/webhooks/stripe", { method: "POST", body: "{}" })
    await fetchApp("http://machine.example:8787/health")
    expect(takeLog("locale.unknown_domain")).toEqual([])
  })

  test("the log has a hundred unknown domains at most, whatever a stranger sends", async () => {
    await Promise.all(Array.from({ length: 120 }, (_, at) => fetchApp(`http://stranger-${at}.example:8787/exit`)))
    expect(takeLog("locale.unknown_domain").length).toBeLessThanOrEqual(100)
  })

  test("the log warns of a text that has no translation", () => {
    const missing = translator("fr", "common")("no.such.key" as never)
    expect(missing).toBe("common:no.such.key")
    expect(takeLog("translation.missing")).toMatchObject([{ level: "warn", locale: "fr", key: "no.such.key" }])
  })

  test("the log warns of a language that has no domain while others have one", async () => {
    const only = JSON.stringify([{ code: "en", domain: en, domainDefault: true }])
    await fetchWith({ LOCALE_DOMAINS: only }, "/nowhere", await withAccess())
    expect(takeLog("locale.no_domain")).toMatchObject([{ message: "Could not find domain name for locale fr" }])
  })

  test("the log has no warning after a page in either language", async () => {
    for (const origin of [en, fr]) {
      for (const path of ["/", "/escorts", "/auth/login", "/nowhere"]) await fetchApp(origin + path, await withAccess())
    }
    expect(takeLog("translation.missing")).toEqual([])
    expect(takeLog("not JSON")).toEqual([])
  })
})

test("a locale cookie sent twice does no harm", async () => {
  const response = await fetchApp(`${elsewhere}/auth/login`, addCookie(await withAccess(), "locale=fr; locale=en"))
  expect(response.status).toBe(200)
})
