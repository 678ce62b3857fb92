import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { completeLocales, defaultLocale, isLocale } from "~/i18n/locales"
import { type LocaleDomain, matchLocale, parseAcceptLanguage, resolveLocale } from "~/i18n/negotiate"

const bothDomains: LocaleDomain[] = [
  { code: "en", domain: "https://en.salon.example", domainDefault: true },
  { code: "fr", domain: "http://FR.salon.example:8787/", domainDefault: true },
]

const shared = (domainDefault: "en" | "fr" | null): LocaleDomain[] => [
  { code: "en", domain: "salon.example", domainDefault: domainDefault === "en" },
  { code: "fr", domain: "salon.example", domainDefault: domainDefault === "fr" },
]

const resolve = (given: Partial<Parameters<typeof resolveLocale>[0]>) =>
  resolveLocale({ host: "salon.example", cookie: null, acceptLanguage: null, domains: [], fallback: "en", ...given })

describe("Accept-Language", () => {
  test("Accept-Language is parsed in written order, trimmed, without its q-values", () => {
    expect(parseAcceptLanguage("en-US;q=0.1, fr ,\tde ; q=1")).toEqual(["en-US", "fr", "de"])
  })

  test("Accept-Language may be missing or empty", () => {
    for (const header of [null, undefined, "", " , ;q=1,"]) expect(parseAcceptLanguage(header)).toEqual([])
  })

  test("Accept-Language is read up to 50 tags and 1,000 characters", () => {
    expect(parseAcceptLanguage("de,".repeat(200))).toHaveLength(50)
    expect(parseAcceptLanguage(`${"x".repeat(5_000)},fr`)).toEqual(["x".repeat(1_000)])
  })

  test("Accept-Language never throws, for any value", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const tags = parseAcceptLanguage(header)
        expect(tags.every((tag) => tag === tag.trim() && tag !== "")).toBe(true)
      }),
    )
  })
})

describe("matching languages", () => {
  test.each([
    ["fr", "fr"],
    ["fr-CA,en-US", "fr"],
    ["de,en-GB;q=0.9", "en"],
    ["en-US;q=0.1,fr", "en"],
    ["de, fr", "fr"],
    ["FR-fr", "fr"],
    ["en-GB,fr-FR", "en"],
    ["de,en-GB,fr-FR", "en"],
    ["de", null],
    ["*", null],
    ["", null],
  ])("Accept-Language %j gives %j", (header, expected) => {
    expect(matchLocale(parseAcceptLanguage(header), completeLocales)).toBe(expected)
  })

  test("a full tag wins over the language part at the same place", () => {
    const british = [
      { code: "en", iso: "en-US" },
      { code: "en-gb", iso: "en-GB" },
    ]
    expect(matchLocale(["en-GB"], british)).toBe("en-gb")
  })

  test("a tie between languages goes to the longer code", () => {
    const twins = [
      { code: "fr", iso: "fr-FR" },
      { code: "fr-x", iso: "fr-FR" },
    ]
    expect(matchLocale(["fr-FR"], twins)).toBe("fr-x")
    expect(matchLocale(["fr"], twins.toReversed())).toBe("fr-x")
  })
})

describe("resolving the locale of a request", () => {
  test("the only locale of a host wins over cookie and browser", () => {
    const choice = resolve({ host: "en.salon.example", domains: bothDomains, cookie: "fr", acceptLanguage: "fr" })
    expect(choice).toEqual({ locale: "en", source: "domain", unknownDomain: false })
  })

  test("a host matches in any case, with any protocol or trailing slash", () => {
    expect(resolve({ host: "Fr.Salon.Example:8787", domains: bothDomains }).locale).toBe("fr")
  })

  test("a host matches with its port or not at all", () => {
    const choice = resolve({ host: "fr.salon.example", domains: bothDomains })
    expect(choice).toEqual({ locale: "en", source: "fallback", unknownDomain: true })
    expect(resolve({ host: "en.salon.example:80", domains: bothDomains }).unknownDomain).toBe(true)
  })

  test("a host listed twice for one locale is still that locale's", () => {
    const domains: LocaleDomain[] = [
      { code: "fr", domain: "salon.example", domainDefault: false },
      { code: "fr", domain: "https://salon.example", domainDefault: false },
    ]
    expect(resolve({ domains, cookie: "en" })).toMatchObject({ locale: "fr", source: "domain" })
  })

  test("on a shared host the cookie decides first, then the domain default", () => {
    expect(resolve({ domains: shared("fr"), cookie: "en" })).toMatchObject({ locale: "en", source: "cookie" })
    expect(resolve({ domains: shared("fr"), acceptLanguage: "en" })).toMatchObject({ locale: "fr", source: "domain" })
    expect(resolve({ domains: shared("fr"), cookie: "xx" })).toMatchObject({ locale: "fr", source: "domain" })
  })

  test("on a shared host without a default the browser decides, then the fallback", () => {
    expect(resolve({ domains: shared(null), acceptLanguage: "fr" })).toMatchObject({ locale: "fr", source: "browser" })
    expect(resolve({ domains: shared(null), acceptLanguage: "de" })).toEqual({
      locale: "en",
      source: "fallback",
      unknownDomain: false,
    })
  })

  test("without domains the locale is the cookie's, then the browser's, then the fallback, without a warning", () => {
    expect(resolve({ cookie: "fr", acceptLanguage: "en" })).toEqual({
      locale: "fr",
      source: "cookie",
      unknownDomain: false,
    })
    expect(resolve({ acceptLanguage: "fr-CA,en-US" })).toMatchObject({ locale: "fr", source: "browser" })
    expect(resolve({ acceptLanguage: "de", fallback: "fr" })).toEqual({
      locale: "fr",
      source: "fallback",
      unknownDomain: false,
    })
  })

  test("on an unknown host the locale is the cookie's, then the browser's, then the fallback, with a warning", () => {
    const other = { host: "other.example", domains: bothDomains }
    expect(resolve({ ...other, cookie: "fr" })).toEqual({ locale: "fr", source: "cookie", unknownDomain: true })
    expect(resolve({ ...other, acceptLanguage: "fr" })).toEqual({
      locale: "fr",
      source: "browser",
      unknownDomain: true,
    })
  })

  test("a cookie that names no locale is ignored", () => {
    for (const cookie of ["de", "", "FR", "en-US", "__proto__"]) {
      expect(resolve({ cookie, acceptLanguage: "fr" })).toMatchObject({ locale: "fr", source: "browser" })
    }
  })

  test("the resolved locale is always a configured one", () => {
    const domain = fc.record({
      code: fc.constantFrom("en" as const, "fr" as const),
      domain: fc.constantFrom("a", "https://b", "c:1"),
      domainDefault: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.record({
          host: fc.constantFrom("a", "b", "c:1", "d"),
          cookie: fc.oneof(fc.string(), fc.constantFrom(null, "en", "fr")),
          acceptLanguage: fc.oneof(fc.string(), fc.constantFrom("fr,en", "de")),
          domains: fc.array(domain),
          fallback: fc.constantFrom("en" as const, "fr" as const),
        }),
        (request) => {
          const choice = resolveLocale(request)
          expect(isLocale(choice.locale)).toBe(true)
          if (choice.unknownDomain) expect(choice.source).not.toBe("domain")
          if (choice.source === "cookie") expect(choice.locale).toBe(request.cookie)
        },
      ),
    )
  })
})

test("the default locale is one of the locales", () => {
  expect(isLocale(defaultLocale)).toBe(true)
  expect(isLocale("constructor")).toBe(false)
  expect(isLocale(undefined)).toBe(false)
})
