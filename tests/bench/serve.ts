import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare"
import { unstable_getMiniflareWorkerOptions } from "wrangler"
import { accounts } from "../../scripts/seed/accounts.ts"
import { cpuMilliseconds, findRuntimes, memoryBytes } from "./cpu.ts"

/** A Worker on this machine, and a visitor's requests to it. */
export interface Side {
  origin: URL
  headers: Record<string, string>
  /** Milliseconds of processor time used so far, by the Worker and its D1; NaN where unknown. */
  cpu(): number
  /** Returns Salon's log line of the request with this id, once it has been written; null for a peer, which has no log. */
  logOf: ((requestId: string) => RequestLine | undefined) | null
  [Symbol.asyncDispose](): Promise<void>
}

export interface Page {
  name: string
  /** The path of the next request. */
  nextPath(): string
}

export interface RequestLine {
  d1_round_trips: number
  rows_read: number
  /** Only of what may come from a cache. */
  cache?: "hit" | "miss"
}

/** A browser's headers: for a bot, Remix would respond in one piece. */
const browser = {
  Accept: "text/html",
  "Accept-Language": "en",
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
}

const accessKey = "the-bench-may-read"
const settings = { APP_ENV: "test", ACCESS_KEY: accessKey, AGE_NOTICE: "off" }

/** Starts Salon over the database in `state`, with a returning visitor who has passed the gate. */
export async function startSalon(folder: string, state: string) {
  const { miniflare, origin, cpu, lines } = await start(folder, {
    bindings: settings,
    state: join(state, "v3"),
  })
  const db = await miniflare.getD1Database("DB")
  const { results } = await db
    .prepare("SELECT slug FROM profiles WHERE state = 'published' ORDER BY slug LIMIT 20")
    .all<{ slug: string }>()
  const profiles = results.map(({ slug }) => `/escorts/${slug}`)
  const [cookies, member] = [await collectCookies(origin), await signIn(db, accounts[1].email)]
  return {
    origin,
    pages: {
      // As visitors get them from the cache.
      cached: [
        pageOf("/", ["/"]),
        pageOf("/escorts", ["/escorts"]),
        pageOf("/escorts?city=…&category=…", ["/escorts?city=paris&category=dinners"]),
        pageOf("/escorts/{slug}", profiles),
      ],
      // With a parameter that the page cache does not know: the response for the first visitor after a change, and for
      // every member.
      rendered: [
        pageOf("/escorts", ["/escorts?afresh"]),
        pageOf("/escorts?city=…&category=…", ["/escorts?city=paris&category=dinners&afresh"]),
        pageOf("/escorts?q=…", ["/escorts?q=wine&afresh"]),
        pageOf("/escorts, six values, a range of prices and a word", [
          "/escorts?category=dinners,events&city=lyon,paris&language=es,fr&min_price=100&max_price=300&q=wine&afresh",
        ]),
        pageOf("/escorts?city=…&on=…", [`/escorts?city=lyon,paris&on=${dayAhead}&afresh`]),
        pageOf("suggestions for three letters", ["/api/search/suggestions?q=cam"]),
        pageOf("/escorts?cursor=…, the last page", ["/escorts?cursor=-0.x&afresh"]),
        pageOf(
          "/escorts/{slug}",
          profiles.map((path) => `${path}?afresh`),
        ),
      ],
    },
    headers: { ...browser, Cookie: cookies },
    cpu,
    logOf: (id: string) => lines.get(id),
    profiles,
    bucket: () => miniflare.getR2Bucket("MEDIA"),
    /** The listing as a member gets it, always rendered afresh. */
    listing: pageOf("/escorts, a member's", ["/escorts"]),
    memberHeaders: { ...browser, Cookie: `${cookies}; ${member.name}=${member.value}` },
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  }
}

/** A day that a list can ask for. */
const dayAhead = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

/** Signs an account of the demo in, with a second factor for staff; returns the cookie of its session. */
export async function signIn(db: Database, email: string) {
  const [id, value, now] = [`bench-${email}`, `a-session-of-the-bench-for-${email}`, Date.now()]
  const insert = `INSERT INTO sessions (id, token_hash, user_id, kind, family_id, user_agent, is_strong, last_used_at,
      confirmed_at, expires_at, created_at, updated_at)
    SELECT ?1, ?2, id, 'web', ?1, 'bench', 1, ?3, ?3, ?3 + 86400000, ?3, ?3 FROM users WHERE email = ?4`
  await db.batch([
    db.prepare("DELETE FROM sessions WHERE id = ?").bind(id),
    db.prepare(insert).bind(id, createHash("sha256").update(value).digest("hex"), now, email),
  ])
  return { name: "__Host-salon_session", value }
}

type Database = Awaited<ReturnType<Miniflare["getD1Database"]>>

/**
 * Starts the barest Remix pages, over a database of their own: one with a row of text, and one with those cards. For a
 * browser it serves its scripts too, and the cards' pictures from the origin that has them.
 */
export async function startBareRemix(folder: string, cards: unknown[], pictures?: URL) {
  const bindings = pictures ? { PICTURES: pictures.origin } : undefined
  const { miniflare, origin, cpu } = await start(folder, { bindings, hasAssets: pictures !== undefined })
  const db = await miniflare.getD1Database("DB")
  await db.batch([
    db.prepare("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT NOT NULL)"),
    db.prepare("INSERT INTO notes VALUES (1, 'A note', 'One row of one table.')"),
    db.prepare("INSERT INTO notes VALUES (2, 'Cards', ?)").bind(JSON.stringify(cards)),
  ])
  return {
    origin,
    page: pageOf("bare Remix", ["/"]),
    cards: pageOf(`bare Remix, ${cards.length} cards`, ["/cards"]),
    headers: browser,
    cpu,
    logOf: null,
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  }
}

/** Reads the cards of the listing's first page from the API. */
export async function readCards({ origin, headers }: Pick<Side, "origin" | "headers">): Promise<unknown[]> {
  const response = await fetch(new URL("/api/profiles", origin), { headers })
  if (!response.ok) throw new Error(`The API responded with ${response.status}`)
  return ((await response.json()) as { data: unknown[] }).data
}

/** Starts a Hono Worker that responds with Salon's bytes: with its cached pages, or with its public pictures. */
export async function startPlainHono(folder: string, salon: Side, stored: { pages?: Page[]; pictures?: string[] }) {
  const { miniflare, origin, cpu } = await start(folder, {})
  const put = async (path: string) => {
    const found = await fetch(new URL(path, salon.origin), { headers: salon.headers })
    const headers = { "Content-Type": found.headers.get("Content-Type") ?? "" }
    await fetch(new URL(path, origin), { method: "PUT", body: await found.arrayBuffer(), headers })
  }
  const pages = await Promise.all(
    (stored.pages ?? []).map(async ({ name, nextPath }) => {
      const path = nextPath()
      await put(path)
      return { name, page: pageOf("plain Hono", [path]), ownPage: pageOf(name, [path]) }
    }),
  )
  for (const path of stored.pictures ?? []) await put(path)
  return {
    origin,
    pages,
    headers: browser,
    cpu,
    logOf: null,
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  }
}

/** Bindings of a site that a browser can visit without access key or age notice. */
export const openSite = {
  APP_ENV: "development",
  MAIL_ADAPTER: "mailbox",
  ACCESS_KEY: "",
  AGE_NOTICE: "off",
  LOCALE_DOMAINS: "",
}

interface StartOptions {
  bindings?: Record<string, string>
  state?: string
  bundle?: string
  /** Serves the static files too, which only a browser requests. */
  hasAssets?: boolean
}

/** Starts the output of `build.ts`, with the bindings of its wrangler.toml. */
export async function start(
  folder: string,
  { bindings = {}, state, bundle = "dist", hasAssets = false }: StartOptions,
) {
  const { workerOptions, externalWorkers } = unstable_getMiniflareWorkerOptions(join(folder, "wrangler.toml"))
  const { assets, modulesRules: _, ...options } = workerOptions
  const dist = join(folder, bundle)
  const entry = readdirSync(dist).find((file) => file.endsWith(".js"))
  if (!entry) throw new Error(`There is no Worker in ${dist}`)
  const worker = {
    ...options,
    ...(hasAssets && { assets }),
    name: "measured",
    bindings: { ...(options.bindings as Record<string, string> | undefined), ...bindings },
    modules: [{ type: "ESModule", path: join(dist, entry) }],
    modulesRoot: dist,
    // Straight to the Worker: Miniflare's own proxy would cost both sides the same, and so flatter the slower one.
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
  } as V4WorkerOptions
  const lines = new Map<string, RequestLine>()
  const others = findRuntimes()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [worker, ...externalWorkers],
      cf: false,
      logRequests: false,
      resourcePersistencePath: state,
      handleStructuredLogs: ({ message }) => keepLine(lines, message),
    }),
  )
  await miniflare.ready
  const runtime = findRuntimes().find((id) => !others.includes(id))
  const origin = await miniflare.unsafeGetDirectURL("measured")
  return { miniflare, origin, cpu: () => cpuMilliseconds(runtime), memory: () => memoryBytes(runtime), lines }
}

function keepLine(lines: Map<string, RequestLine>, message: string) {
  if (!message.startsWith("{")) return
  const line = JSON.parse(message) as RequestLine & { event: string; id: string }
  if (line.event === "request") lines.set(line.id, line)
}

/** A page with several addresses, requested in turn. */
export function pageOf(name: string, paths: string[]): Page {
  let asked = 0
  return { name, nextPath: () => paths[asked++ % paths.length] ?? "" }
}

/** Returns the headers of a new visitor's browser, with its cookies after the gate and one page. */
export async function visitorOf(origin: URL) {
  return { ...browser, Cookie: await collectCookies(origin) }
}

async function collectCookies(origin: URL): Promise<string> {
  const cookies = new Map<string, string>()
  for (const path of [`/?password=${accessKey}`, "/"]) {
    const Cookie = [...cookies].map((pair) => pair.join("=")).join("; ")
    const response = await fetch(new URL(path, origin), { headers: { ...browser, Cookie }, redirect: "manual" })
    for (const header of response.headers.getSetCookie()) {
      const [name = "", value = ""] = header.split(";", 1)[0]?.split("=") ?? []
      cookies.set(name, value)
    }
    await response.arrayBuffer()
  }
  return [...cookies].map((pair) => pair.join("=")).join("; ")
}
