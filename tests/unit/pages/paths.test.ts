import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { assertNavigable, safeRedirectPath } from "~/lib/paths"

describe("a path to redirect to", () => {
  test.each([
    "/",
    "/profiles",
    "/profiles?city=paris&q=a%20b#photos",
    "/a/b//c",
    "/search?next=//evil.example&q=%5c%0a",
    "/caf%C3%A9/voil%C3%A0",
    "/100%25",
    "/a?b=https://evil.example",
    "/@evil.example",
    "/.well-known/x",
  ])("the redirect path %j is accepted unchanged", (path) => {
    expect(safeRedirectPath(path)).toBe(path)
  })

  test("a redirect path is returned in ASCII, so that it fits a header", () => {
    expect(safeRedirectPath("/café?q=日本#é")).toBe("/caf%C3%A9?q=%E6%97%A5%E6%9C%AC#%C3%A9")
  })

  test("a redirect path loses its dot segments", () => {
    expect(safeRedirectPath("/a/../b")).toBe("/b")
  })

  test.each([
    "",
    "profiles",
    "?next",
    "#top",
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/a\\b",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " /profiles",
    "/profiles ",
    "/a b",
    "/\u00a0/x",
    "/\u0000",
    "/\u202egnp.exe",
    "/\ufeff/evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "/%5cevil.example",
    "/%5Cevil.example",
    "/%255cevil.example",
    "/%25255cevil.example",
    "/%%35cevil.example",
    "/%2fevil.example",
    "/%252fevil.example",
    "/%09/evil.example",
    "/%0d%0aSet-Cookie:x",
    "/a%00",
    "javascript:alert(1)",
    "/".padEnd(2_001, "a"),
  ])("the redirect path %j is refused", (path) => {
    expect(safeRedirectPath(path)).toBeNull()
  })

  test("a redirect path may have 2,000 characters", () => {
    expect(safeRedirectPath("/".padEnd(2_000, "a"))).toHaveLength(2_000)
  })

  test("a redirect path must be a string", () => {
    for (const value of [null, undefined, 1, {}, ["/a"], new File([], "/a")]) expect(safeRedirectPath(value)).toBeNull()
  })

  test("a redirect path never leaves the origin, and is accepted again as it was returned", () => {
    const pieces = fc.constantFrom(
      "/",
      "\\",
      ".",
      "%2f",
      "%5c",
      "%25",
      "%2e",
      "\t",
      " ",
      "@",
      ":",
      "?",
      "#",
      "evil.example",
    )
    const path = fc.oneof(
      fc.array(fc.oneof(pieces, fc.string({ unit: "binary", maxLength: 3 }))).map((parts) => `/${parts.join("")}`),
      fc.string({ unit: "binary" }),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(path, fc.webUrl(), (value, page) => {
        const accepted = safeRedirectPath(value)
        if (accepted === null) return
        const { origin } = new URL(page)
        expect(new URL(value, origin).origin).toBe(origin)
        expect(new URL(accepted, origin).origin).toBe(origin)
        expect(accepted).toMatch(/^\/(?!\/)[!-~]*$/)
        if (accepted.length <= 2_000) expect(safeRedirectPath(accepted)).toBe(accepted)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe("navigating from code", () => {
  const notAllowed =
    "Navigating to an external URL is not allowed by default. Use `navigateTo(url, { external: true })`."

  test("navigating to a path of the app needs no permission", () => {
    for (const url of ["/", "/plans?x=1#y", "plans", "?page=2", "#top", "../up", ""]) {
      expect(() => assertNavigable(url)).not.toThrow()
    }
  })

  test.each(["https://stripe.example/pay", "//evil.example", "\\\\evil.example", "mailto:a@b.example", "http://["])(
    "%j is external and needs permission",
    (url) => {
      expect(() => assertNavigable(url)).toThrow(new Error(notAllowed))
      expect(() => assertNavigable(url, { external: false })).toThrow(new Error(notAllowed))
    },
  )

  test("navigating to an external URL is allowed with permission", () => {
    expect(() => assertNavigable("https://stripe.example/pay", { external: true })).not.toThrow()
  })

  test.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:https://x.invalid/1",
    "file:///etc/passwd",
  ])("navigating to %j is refused even with permission", (url) => {
    expect(() => assertNavigable(url)).toThrow()
    expect(() => assertNavigable(url, { external: true })).toThrow(
      /^Cannot navigate to a URL with '[a-z]+:' protocol\.$/,
    )
  })
})
