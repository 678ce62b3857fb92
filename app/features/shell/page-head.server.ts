import type { MetaDescriptor } from "@remix-run/cloudflare"
import type { Ctx } from "~/domain/core/context"
import { completeLocales, defaultLocale, isComplete, type Locale, locales } from "~/i18n/locales"
import type { AppSettings } from "~/load-context"
import { canonicalPath } from "~/page-policy"
import type { PageHead } from "~/remix/root-data"

type Settings = Pick<AppSettings, "domains" | "isIndexed" | "name">

/**
 * Builds the head of a public page: its canonical address and its alternates on the languages' domains (on one domain
 * for all there is only one address); once it may be indexed, also Open Graph data. A page that is not written in the
 * reader's language is canonical in one of `writtenIn`, in which it is; one in a language in progress, in the default language.
 */
export function pageHead(
  ctx: Pick<Ctx, "locale" | "site">,
  app: Settings,
  url: URL,
  writtenIn: readonly Locale[] = completeLocales.map(({ code }) => code),
): PageHead {
  const path = canonicalPath(url.pathname, url.searchParams)
  if (path === null) return { isIndexed: false, descriptors: [] }
  const languages = writtenIn.filter(isComplete)
  const addressIn = (locale: string) => ctx.site.origin(locale) + path
  const own = languages.find((code) => code === ctx.locale) ?? languages[0] ?? ctx.locale
  const descriptors: MetaDescriptor[] = [{ tagName: "link", rel: "canonical", href: addressIn(own) }]
  if (hasAlternates(app)) {
    for (const code of languages) descriptors.push(alternate(code, addressIn(code)))
    if (languages.includes(defaultLocale)) descriptors.push(alternate("x-default", addressIn(defaultLocale)))
  }
  if (app.isIndexed) descriptors.push(...shareCard(app, ctx.locale, addressIn(own)))
  return { isIndexed: app.isIndexed, descriptors }
}

function hasAlternates({ domains }: Settings): boolean {
  return completeLocales.every(({ code }) => domains.some((domain) => domain.code === code))
}

function alternate(hrefLang: string, href: string): MetaDescriptor {
  return { tagName: "link", rel: "alternate", hrefLang, href }
}

/** Open Graph (ogp.me) data, except the title, which the page adds. */
function shareCard({ name }: Settings, locale: string, address: string): MetaDescriptor[] {
  const languages = locales
    .filter(({ code }) => code === locale || isComplete(code))
    .map(({ code, iso }) => ({ code, tag: iso.replace("-", "_") }))
  return [
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: name },
    { property: "og:url", content: address },
    ...languages.map(({ code, tag }) => ({
      property: code === locale ? "og:locale" : "og:locale:alternate",
      content: tag,
    })),
  ]
}

interface About {
  description: string
  /** Of the description, if it is not the page's. */
  language?: Locale
  /** An item of schema.org. */
  thing: { "@type": string; [property: string]: unknown }
}

/** Returns a page's data for search engines, for `about` in its loader's data: nothing while indexing is closed. */
export function aboutPage(
  ctx: Pick<Ctx, "locale" | "site">,
  app: Pick<AppSettings, "isIndexed">,
  { description, thing, language = ctx.locale }: About,
): MetaDescriptor[] {
  if (!app.isIndexed) return []
  return [
    { name: "description", content: description },
    { property: "og:description", content: description },
    { "script:ld+json": { "@context": "https://schema.org", inLanguage: language, description, ...thing } as never },
  ]
}
