import { createMiddleware } from "hono/factory"
import { openDatabase } from "~/db/client.server"
import { isSignedIn } from "~/domain/actor/actor"
import { findContentEpoch } from "~/domain/content/queries.server"
import { describeError } from "~/lib/describe-error"
import { cacheParameters } from "~/page-policy"
import { routeIdsOf } from "../endpoints/pages"
import type { AppContext, AppEnv } from "../env"
import { readCookie } from "../http/cookies"
import { createLru } from "./lru"
import { logLine } from "./request-log"

const isolateBytes = 16 * 1024 * 1024
const pageBytes = 1024 * 1024
/** The data centre's cache keeps a page at most this long (seconds). */
const sharedSeconds = 300

/** A page as it is kept: its bytes (UTF-8), cut where each answer's own nonce belongs. Text would have to be encoded for every answer anew. */
interface CachedPage {
  parts: Uint8Array[]
  headers: [string, string][]
  route: string | undefined
}

const kept = createLru<CachedPage>(isolateBytes)
const encoder = new TextEncoder()

/**
 * Answers visitors' public pages from memory, then from the data centre's cache, else renders and keeps them (design 6). A key names the
 * content epoch, which every publication, edit and takedown raises: nothing hidden outlives the seconds for which an epoch is trusted.
 * It runs after the gate, and keeps nothing of a member, nothing with a cookie and no error.
 */
export const pageCache = createMiddleware<AppEnv>(async (c, next) => {
  const epoch = isCacheable(c) ? await trustEpoch(c) : null
  if (epoch === null) return next()
  const key = JSON.stringify([c.req.url, c.var.ctx.locale, c.env.VERSION.id, epoch])
  const page = kept.get(key) ?? (await readShared(c, key))
  if (page) {
    kept.set(key, page, sizeOf(page))
    c.var.log.route = page.route
    c.var.log.cache = "hit"
    return answer(c, page)
  }
  c.var.log.cache = "miss"
  await next()
  const { status, headers } = c.res
  const rendered = {
    // Cut where this answer's nonce stands, which nobody could know before: no text can get at those of later answers.
    parts: (await c.res.text()).split(c.var.nonce).map((part) => encoder.encode(part)),
    headers: [...headers],
    route: c.var.log.route,
  }
  if (status === 200 && !headers.has("Set-Cookie") && sizeOf(rendered) <= pageBytes) {
    kept.set(key, rendered, sizeOf(rendered))
    c.executionCtx.waitUntil(writeShared(c, key, rendered))
  }
  c.res = answer(c, rendered, status)
})

/** The version that `npm run dev` gives itself: an edit must show at once. */
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
  const wanted = searchParams.get("_routes")
  return wanted === null || wantsOwnData(pathname, wanted)
}

/** Of `_routes`, which says whose data is wanted, the values that our script sends: some of the page's own routes, in their order. */
function wantsOwnData(pathname: string, wanted: string): boolean {
  const own = routeIdsOf(pathname).filter((id) => wanted.split(",").includes(id))
  return pathname.endsWith(".data") && own.length > 0 && own.join() === wanted
}

function answer(c: AppContext, page: CachedPage, status = 200): Response {
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

function sizeOf({ parts }: CachedPage): number {
  return parts.reduce((size, part) => size + part.length, 0)
}

let trusted = { epoch: 0, bookmark: null as string | null, readAt: Number.NEGATIVE_INFINITY }

/**
 * The content epoch, read from the primary at most every few seconds. The request's database then reads from that point on, so that
 * no replica that lags behind can put an old page under a new epoch. Null when it cannot be read: then nothing is kept or trusted.
 */
async function trustEpoch(c: AppContext): Promise<number | null> {
  const now = c.var.ctx.now()
  const age = now - trusted.readAt
  // A clock that was set back would trust it until it is there again.
  const isStale = age < 0 || age >= c.var.config.CONTENT_EPOCH_SECONDS * 1_000
  const database = openDatabase(c.env.DB, isStale ? "first-primary" : trusted.bookmark)
  c.set("database", database)
  c.var.ctx.db = database.db
  if (!isStale) return trusted.epoch
  try {
    trusted = { epoch: await findContentEpoch(database.db), bookmark: database.bookmark(), readAt: now }
    return trusted.epoch
  } catch (error) {
    logLine("warn", "page_cache.no_epoch", { id: c.var.requestId, ...describeError(error) })
    return null
  }
}

/** TypeScript's DOM library knows caches without their default; Node, where `npm run dev` runs, has none at all. */
const dataCentre = () => (caches as unknown as { default: Cache }).default

/** The Cache API wants an address: this one is nobody's. */
async function addressOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key))
  return `https://pages.invalid/${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`
}

/** As the data centre's cache holds it: JSON. */
type SharedPage = Omit<CachedPage, "parts"> & { parts: string[] }

async function readShared(c: AppContext, key: string): Promise<CachedPage | undefined> {
  try {
    const shared = await (await dataCentre().match(await addressOf(key)))?.json<SharedPage>()
    return shared && { ...shared, parts: shared.parts.map((part) => encoder.encode(part)) }
  } catch (error) {
    logLine("warn", "page_cache.unreadable", { id: c.var.requestId, ...describeError(error) })
    return undefined
  }
}

/** A page that is not kept is only rendered again. */
async function writeShared(c: AppContext, key: string, page: CachedPage): Promise<void> {
  try {
    const headers = { "Content-Type": "application/json", "Cache-Control": `max-age=${sharedSeconds}` }
    const shared: SharedPage = { ...page, parts: page.parts.map((part) => new TextDecoder().decode(part)) }
    await dataCentre().put(await addressOf(key), new Response(JSON.stringify(shared), { headers }))
  } catch (error) {
    logLine("warn", "page_cache.unwritten", { id: c.var.requestId, ...describeError(error) })
  }
}
