import { Hono } from "hono"
import { html, raw } from "hono/html"
import { findListedPlaces } from "~/domain/profiles/cities/service.server"
import { findSitemapParts, findSitemapProfiles } from "~/domain/profiles/sitemap-queries.server"
import { completeLocales, defaultLocale, isComplete, type Locale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { pathPolicies } from "~/page-policy"
import type { AppContext, AppEnv } from "../env"

const pages = pathPolicies.flatMap(({ sitemap }) => sitemap ?? [])
const declaration = raw('<?xml version="1.0" encoding="UTF-8"?>\n')
const xhtml = "http://www.w3.org/1999/xhtml"
const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

/** Serves the sitemap (sitemaps.org) in parts of at most 5,000 URLs; 404 unless the deployment is indexed. */
export const sitemap = new Hono<AppEnv>()
  .get("/sitemap.xml", async (c) => {
    refuseWhileClosed(c)
    const parts = await findSitemapParts(c.var.ctx.db)
    const files = ["pages", "cities", ...parts.map((start) => `profiles-${start}`)]
    return xml(
      c,
      html`${declaration}<sitemapindex xmlns="${namespace}">${files.map(
        (file) => html`<sitemap><loc>${new URL(`/sitemaps/${file}.xml`, c.req.url).href}</loc></sitemap>`,
      )}</sitemapindex>`,
    )
  })
  .get("/sitemaps/pages.xml", (c) => {
    refuseWhileClosed(c)
    return xml(
      c,
      urlSet(
        c,
        pages.map((path) => ({ path })),
      ),
    )
  })
  .get("/sitemaps/cities.xml", async (c) => {
    refuseWhileClosed(c)
    const places = await findListedPlaces(c.var.ctx.db)
    return xml(
      c,
      urlSet(
        c,
        places.map((place) => ({ path: `/escorts/in/${place}` })),
      ),
    )
  })
  .get("/sitemaps/:file{profiles-[0-9]{1,16}\\.xml}", async (c) => {
    refuseWhileClosed(c)
    const start = Number(/\d+/.exec(c.req.param("file"))?.[0])
    const profiles = await findSitemapProfiles(c.var.ctx.db, start)
    if (profiles.length === 0) throw new AppError("request.not_found")
    return xml(
      c,
      urlSet(
        c,
        profiles.map(({ slug, languages }) => ({ path: `/escorts/${slug}`, languages })),
      ),
    )
  })

/** Pages in a language in progress are canonical in the default one (pageHead): they have no sitemap. */
function refuseWhileClosed(c: AppContext): void {
  if (!c.var.launch.isIndexed || !isComplete(c.var.ctx.locale)) throw new AppError("request.not_found")
}

function xml(c: AppContext, document: ReturnType<typeof html>) {
  return c.body(String(document), 200, {
    "Content-Type": "application/xml; charset=utf-8",
    "Cache-Control": "public, max-age=3600",
  })
}

interface SitemapPage {
  path: string
  /** In which it is written: all by default. */
  languages?: readonly Locale[]
}

/** Renders the URL in this language of each page that is written in it, with its alternates, if languages have their own domains. */
function urlSet(c: AppContext, all: SitemapPage[]) {
  const { site, locale } = c.var.ctx
  const domains = c.var.config.LOCALE_DOMAINS.map(({ code }) => code)
  const hasAlternates = completeLocales.every(({ code }) => domains.includes(code))
  const isWrittenIn = ({ languages }: SitemapPage, code: Locale) => languages?.includes(code) ?? true
  const alternatesOf = (page: SitemapPage) => {
    const codes = completeLocales.map(({ code }) => code).filter((code) => isWrittenIn(page, code))
    const own = codes.map((code) => ({ tag: code as string, code }))
    return codes.includes(defaultLocale) ? [...own, { tag: "x-default", code: defaultLocale }] : own
  }
  const shown = hasAlternates ? all.filter((page) => isWrittenIn(page, locale)) : all
  return html`${declaration}<urlset xmlns="${namespace}" xmlns:xhtml="${xhtml}">${shown.map(
    (page) =>
      html`<url><loc>${site.origin(locale) + page.path}</loc>${(hasAlternates ? alternatesOf(page) : []).map(
        ({ tag, code }) =>
          html`<xhtml:link rel="alternate" hreflang="${tag}" href="${site.origin(code) + page.path}"/>`,
      )}</url>`,
  )}</urlset>`
}
