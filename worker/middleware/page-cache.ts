import { createMiddleware } from "hono/factory"
import { siteScope } from "~/db/content-scopes"
import { type Dated, judge } from "~/domain/content/changes"
import { findLatestChange } from "~/domain/content/queries.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import { shownSettings } from "~/domain/core/settings/registry"
import { describeError } from "~/lib/describe-error"
import { cacheParameters } from "~/page-policy"
import { deriveCtx } from "../context"
import { routeIdsOf } from "../endpoints/page-routes"
import type { AppContext, AppEnv } from "../env"
import { readCookie } from "../http/cookies"
import { createLru } from "./lru"
import { cacheAddress, currentEpochs, dataCentre, type Epochs, readFrom } from "./public-epochs"
import { logLine } from "./request-log"

const isolateBytes = 16 * 1024 * 1024
const pageBytes = 1024 * 1024
/** Seconds after which a cached page is rendered again: until then it may count profiles of lists that it does not show. */
const maxAge = 300

/** A cached page: UTF-8 bytes, split where the response's nonce belongs, so that no response encodes the text again. */
interface CachedPage extends Dated {
  parts: Uint8Array[]
  headers: [string, string][]
  route: string | undefined
  /** Epoch ms. */
  renderedAt: number
}

const cached = createLru<CachedPage>(isolateBytes)
const encoder = new TextEncoder()

/**
 * Serves visitors' public pages from memory, then from the data centre's cache, else renders and caches them (design 6).
 * A page is served while none of its scopes has changed since: triggers number every publication, edit and takedown, so
 * hidden content disappears within CONTENT_EPOCH_SECONDS. Runs after the access gate. Members' pages, responses with
 * cookies and errors are never cached.
 */
export const pageCache = createMiddleware<AppEnv>(async (c, next) => {
  const epochs = isCacheable(c) ? await currentEpochs(c) : null
  if (epochs === null) return next()
  readFrom(c, epochs)
  const { locale, settings, now } = c.var.ctx
  const country = hidingCountryOf(c, epochs)
  const key = JSON.stringify([c.req.url, locale, c.env.VERSION.id, shownSettings(settings), c.var.launch, country])
  const page = (await fresh(c, cached.get(key), epochs)) ?? (await fresh(c, await readShared(c, key), epochs))
  if (page) {
    cached.set(key, page, sizeOf(page))
    c.var.log.route = page.route
    c.var.log.cache = "hit"
    return respond(c, page)
  }
  c.var.log.cache = "miss"
  const renderedAt = now()
  const scopes = new Set<string>()
  const shows = (...shown: string[]) => {
    for (const scope of shown) scopes.add(scope)
  }
  deriveCtx(c, { shows, hidingCountry: country })
  await next()
  const { status, headers } = c.res
  const rendered = {
    // Split at this response's unpredictable nonce: no text in the page can obtain the nonce of a later response.
    parts: (await c.res.text()).split(c.var.nonce).map((part) => encoder.encode(part)),
    headers: [...headers],
    route: c.var.log.route,
    epoch: epochs.epoch,
    scopes: [siteScope, ...scopes],
    renderedAt,
  }
  // Content without a scope of its own could outlive its change.
  if (status === 200 && scopes.size > 0 && !headers.has("Set-Cookie") && sizeOf(rendered) <= pageBytes) {
    cached.set(key, rendered, sizeOf(rendered))
    c.executionCtx.waitUntil(writeShared(c, key, rendered))
  }
  c.res = respond(c, rendered, status)
})

/**
 * Returns the country for which a page is rendered and stored (trust-safety R41): null for all countries from which no profile is hidden,
 * which share a page. Known with the epochs, and of the same moment: a page hides for no other country than its key says.
 */
function hidingCountryOf(c: AppContext, { hidingCountries }: Epochs): string | null {
  const { hidingCountry } = c.var.ctx
  return hidingCountry !== null && hidingCountries.has(hidingCountry) ? hidingCountry : null
}

/** Returns a cached page if it may be served. If its changes are no longer known here, one small query decides. */
async function fresh(c: AppContext, page: CachedPage | undefined, known: Epochs): Promise<CachedPage | null> {
  // Other machines' clocks may be ahead.
  if (!page || Math.abs(c.var.ctx.now() - page.renderedAt) >= maxAge * 1_000) return null
  const verdict = judge(page, known)
  if (verdict !== "unknown") return verdict === "fresh" ? page : null
  const latest = await findLatestChange(c.var.ctx.db, [...page.scopes])
  // A page of a later change than the latest is of a database that was restored since.
  if (latest.ofScopes > page.epoch || page.epoch > latest.epoch) return null
  // The request reads from where the known changes were read on: none of them is of this page.
  return { ...page, epoch: known.epoch }
}

/** The version of `npm run dev`, where an edit must show at once. */
const hotVersion = "hot"

function isCacheable(c: AppContext): boolean {
  if (c.env.VERSION.id === hotVersion || c.req.method !== "GET" || !c.get("mayReadPages")) return false
  if (isSignedIn(c.var.ctx.actor) || readCookie(c, "session") !== null) return false
  const { pathname, searchParams } = new URL(c.req.url)
  const parameters = cacheParameters(pathname)
  const names = [...searchParams.keys()]
  if (
    !parameters ||
    new Set(names).size < names.length ||
    !names.every((name) => name === "_routes" || parameters.includes(name))
  )
    return false
  const requested = searchParams.get("_routes")
  return requested === null || requestsOwnRoutes(pathname, requested)
}

/** Whether `_routes` is a value that our script sends: some of the page's own routes, in their order. */
function requestsOwnRoutes(pathname: string, requested: string): boolean {
  const own = routeIdsOf(pathname).filter((id) => requested.split(",").includes(id))
  return pathname.endsWith(".data") && own.length > 0 && own.join() === requested
}

function respond(c: AppContext, page: CachedPage, status = 200): Response {
  const { parts, headers } = page
  const nonce = encoder.encode(c.var.nonce)
  const body = new Uint8Array(sizeOf(page) + (parts.length - 1) * nonce.length)
  let end = 0
  for (const [index, part] of parts.entries()) {
    if (index > 0) {
      body.set(nonce, end)
      end += nonce.length
    }
    body.set(part, end)
    end += part.length
  }
  return new Response(body, { status, headers })
}

function sizeOf({ parts }: Pick<CachedPage, "parts">): number {
  return parts.reduce((size, part) => size + part.length, 0)
}

/** A page in the data centre's cache, as JSON. */
type SharedPage = Omit<CachedPage, "parts"> & { parts: string[] }

async function readShared(c: AppContext, key: string): Promise<CachedPage | undefined> {
  try {
    const shared = await (await dataCentre().match(await cacheAddress(key)))?.json<SharedPage>()
    return shared && { ...shared, parts: shared.parts.map((part) => encoder.encode(part)) }
  } catch (error) {
    logLine("warn", "page_cache.unreadable", { id: c.var.requestId, ...describeError(error) })
    return undefined
  }
}

/** Best effort: a page that is not stored is rendered again. */
async function writeShared(c: AppContext, key: string, page: CachedPage): Promise<void> {
  try {
    const headers = { "Content-Type": "application/json", "Cache-Control": `max-age=${maxAge}` }
    const shared: SharedPage = { ...page, parts: page.parts.map((part) => new TextDecoder().decode(part)) }
    await dataCentre().put(await cacheAddress(key), new Response(JSON.stringify(shared), { headers }))
  } catch (error) {
    logLine("warn", "page_cache.unwritten", { id: c.var.requestId, ...describeError(error) })
  }
}
