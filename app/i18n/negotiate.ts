import { isLocale, type Locale, locales } from "./locales"

/** A host that serves a locale. `domain` may include http(s):// and a port, which must then match. */
export type LocaleDomain = { code: Locale; domain: string; domainDefault: boolean }

export type LocaleChoice = {
  locale: Locale
  source: "domain" | "cookie" | "browser" | "fallback"
  /** Domains are configured and none matches this host: worth a logged warning. */
  unknownDomain: boolean
}

const maxHeaderLength = 1_000
const maxTags = 50

/**
 * Parses an Accept-Language header's tags in written order; q-values are ignored, as @nuxtjs/i18n does. Reads at most
 * 1,000 characters and 50 tags, so that a hostile header costs nothing.
 */
export function parseAcceptLanguage(header: string | null | undefined): string[] {
  return (header ?? "")
    .slice(0, maxHeaderLength)
    .split(",")
    .map((entry) => entry.split(";", 1).join("").trim())
    .filter(Boolean)
    .slice(0, maxTags)
}

/**
 * Returns the locale that best matches these languages, or null. Scores as @nuxtjs/i18n v8 does: the first full tag
 * that matches gets 1 - i/n, the first language part 0.999 - i/n; the highest wins, ties go to the longer code.
 */
export function matchLocale<Code extends string>(
  languages: readonly string[],
  candidates: readonly { code: Code; iso: string }[],
): Code | null {
  const fullTag = bestMatch(languages, candidates, 1, (tag) => tag.toLowerCase())
  const language = bestMatch(languages, candidates, 0.999, (tag) => tag.toLowerCase().split("-", 1).join(""))
  if (!fullTag || !language) return (fullTag ?? language)?.code ?? null
  if (fullTag.score === language.score) return longer(fullTag.code, language.code)
  return fullTag.score > language.score ? fullTag.code : language.code
}

function bestMatch<Code extends string>(
  languages: readonly string[],
  candidates: readonly { code: Code; iso: string }[],
  top: number,
  key: (tag: string) => string,
): { code: Code; score: number } | null {
  for (const [index, tag] of languages.entries()) {
    const matches = candidates.filter((candidate) => key(candidate.iso) === key(tag))
    if (matches.length === 0) continue
    return { code: matches.map((match) => match.code).reduce(longer), score: top - index / languages.length }
  }
  return null
}

function longer<Code extends string>(a: Code, b: Code): Code {
  return b.length > a.length ? b : a
}

/**
 * Resolves a request's locale (design §3, step 4): domain, then cookie, then browser, then fallback. `host` is the
 * URL's host with its port. An invalid cookie is ignored; the caller rewrites it.
 */
export function resolveLocale(input: {
  host: string
  cookie: string | null | undefined
  acceptLanguage: string | null | undefined
  domains: readonly LocaleDomain[]
  fallback: Locale
}): LocaleChoice {
  const here = input.domains.filter((entry) => hostOf(entry.domain) === input.host.toLowerCase())
  const offered = locales.filter((locale) => here.some((entry) => entry.code === locale.code))
  const [only] = offered
  if (only && offered.length === 1) return { locale: only.code, source: "domain", unknownDomain: false }

  const candidates = offered.length > 0 ? offered : locales
  const unknownDomain = input.domains.length > 0 && offered.length === 0
  const offers = (code: Locale) => candidates.some((locale) => locale.code === code)

  const { cookie } = input
  if (isLocale(cookie) && offers(cookie)) return { locale: cookie, source: "cookie", unknownDomain }

  const domainDefault = here.find((entry) => entry.domainDefault)
  if (domainDefault) return { locale: domainDefault.code, source: "domain", unknownDomain }

  // A language in progress is for those who ask for it: by its domain, or in the language menu.
  const browser = matchLocale(
    parseAcceptLanguage(input.acceptLanguage),
    candidates.filter(({ isComplete }) => isComplete),
  )
  if (browser) return { locale: browser, source: "browser", unknownDomain }

  return { locale: offers(input.fallback) ? input.fallback : candidates[0].code, source: "fallback", unknownDomain }
}

/** Returns the host: "https://FR.example.com/" -> "fr.example.com". */
function hostOf(domain: string): string {
  return domain
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/$/, "")
    .toLowerCase()
}
