import * as build from "virtual:remix/server-build"
import { type AgnosticRouteObject, isRouteErrorResponse, matchRoutes } from "@remix-run/router"
import { createRequestHandler } from "@remix-run/server-runtime"
import { describeError } from "~/lib/describe-error"
import { AppError } from "~/lib/errors"
import { policyOf } from "~/page-policy"
import { notValid } from "~/remix/page.server"
import { captchaWidget } from "../adapters/captcha"
import { isDemo } from "../config"
import type { AppContext } from "../env"
import { mustShowAge, passAge } from "../http/age-cookie"
import { type CookieChange, clearCookie, cookieChanges, readCookie, repeatCookies, writeCookie } from "../http/cookies"
import { isGated } from "../middleware/gates/access-gate"
import { logLine } from "../middleware/request-log"
import { realtimeAddress } from "../realtime/address"
import { exitUrl } from "./quick-exit"

const render = createRequestHandler(build, "production")

/** Renders every remaining path with the Remix build. The only link to the pages. */
export async function pages(c: AppContext): Promise<Response> {
  return renderPage(c, c.req.raw)
}

/** The request handlers of refused pages and forms, made when they are first needed. */
const refusing: Partial<Record<"page" | "form", typeof render>> = {}

/**
 * Returns a request handler in which no action runs, and of a refused page no loader but the root's: those of the page
 * for missing ones stand in, which respond with `context.refusal`. An address of a file becomes a page.
 */
function refusingHandler(part: "page" | "form"): typeof render {
  const missing = build.routes["routes/not-found"]?.module
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const isLoaded = part === "form" || id === "root"
    const module = {
      ...route.module,
      default: route.module.default ?? missing?.default,
      action: missing?.action,
      loader: isLoaded ? route.module.loader : missing?.loader,
    }
    return [id, { ...route, module }]
  })
  refusing[part] ??= createRequestHandler({ ...build, routes: Object.fromEntries(routes) }, "production")
  return refusing[part]
}

/**
 * Refuses a request without running any of the page's code. `part`: a page that may be read, whose form is refused, or
 * the whole page. Throws the refusal where no page is shown: the error handler responds as the address does.
 */
export async function refuse(c: AppContext, refusal: AppError, part: "form" | "page"): Promise<Response> {
  const { pathname } = new URL(c.req.url)
  if (part === "page" || policyOf(c.req.path).hasJsonErrors || !isShown(pathname)) throw refusal
  c.var.log.code = refusal.code
  return renderPage(c, c.req.raw, { refusal, handle: refusingHandler("form") })
}

/** Renders the error page of a request that was refused, in the site's own frame; its body may be read already. */
export async function errorPage(c: AppContext, refusal: AppError): Promise<Response> {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ["Content-Type", "Content-Length"]) headers.delete(name)
  const request = new Request(c.req.url, { method: c.req.method, headers })
  // Remix encodes the query again for its loaders: the address is shown as it was requested.
  const shown = refusal.code === "request.not_found" ? notValid(request) : refusal
  return renderPage(c, request, { refusal: shown, handle: refusingHandler("page") })
}

/** Renders the page of a request: the client's own, or one that other middleware substitutes. */
export async function renderPage(
  c: AppContext,
  request: Request,
  { refusal, handle }: { refusal: AppError | null; handle: typeof render } = { refusal: null, handle: render },
): Promise<Response> {
  if (!c.get("mayReadPages")) throw new AppError("request.not_found")
  const { config, ctx, nonce, log, requestId } = c.var
  let refused: AppError | null = null
  log.route = routeOf(c.req.path)
  const response = await handle(readable(request), {
    ctx,
    refusal,
    nonce,
    log,
    requestId,
    isData: new URL(request.url).pathname.endsWith(".data"),
    app: {
      name: config.APP_NAME,
      environment: config.APP_ENV,
      primary: config.PRIMARY_COLOR,
      domains: config.LOCALE_DOMAINS,
      isGated: isGated(c),
      asksAge: config.AGE_NOTICE === "on",
      isDemo: isDemo(config),
      announcement: ctx.settings[`announcement.${ctx.locale}`],
      showsPrices: ctx.settings["listing.prices"],
      exitUrl: exitUrl(c),
      realtime: realtimeAddress(config, new URL(c.req.url)),
      isIndexed: config.INDEXING === "open",
    },
    age: { isAsked: mustShowAge(c), pass: () => passAge(c) },
    cookies: {
      readReturnPath: () => readCookie(c, "returnTo"),
      writeReturnPath: (path) => writeCookie(c, "returnTo", path),
      clearReturnPath: () => clearCookie(c, "returnTo"),
      writeAct: (token) => writeCookie(c, "act", token),
      readSignIn: () => readCookie(c, "signIn"),
      writeSignIn: (token) => writeCookie(c, "signIn", token),
      clearSignIn: () => clearCookie(c, "signIn"),
      readSignup: () => readCookie(c, "signup"),
      writeSignup: (secret) => writeCookie(c, "signup", secret),
      clearSignup: () => clearCookie(c, "signup"),
      readApplication: () => readCookie(c, "application"),
      writeApplication: (secret) => writeCookie(c, "application", secret),
      clearApplication: () => clearCookie(c, "application"),
      writeSession: (token) => writeCookie(c, "session", token),
      clearSession: () => clearCookie(c, "session"),
      changes: () => cookieChanges(c),
      // The changes are those of `changes`.
      repeat: (changes) => repeatCookies(c, changes as CookieChange[]),
    },
    captcha: () => {
      const widget = captchaWidget(config, ctx)
      c.set("usesCaptcha", widget !== null)
      return widget
    },
    reportRefusal: (error) => {
      refused = error
    },
    reportError: (error) => {
      // Remix's own rejections, such as a method without an action, are client errors and not our failures.
      if (isRouteErrorResponse(error) && error.status < 500) return
      logLine("error", "page.failed", { id: requestId, ...describeError(error) })
    },
  })
  if (handle === render && response.status >= 400 && !isShown(c.req.path) && acceptsPage(c)) {
    // A file that cannot be served: its reader meets a page, not the JSON that Remix responds with.
    await response.body?.cancel()
    const code = response.status === 405 ? "request.method_not_allowed" : "server.failed"
    const page = new Request(request.url, { headers: request.headers })
    return renderPage(c, page, { refusal: refused ?? new AppError(code), handle: refusingHandler("page") })
  }
  // Not the bare response: Hono would drop the cookies that middleware has set.
  return c.newResponse(response.body, response)
}

/** Whether the reader of a response would see a page: browsers that navigate, and clients that name no type. */
export function acceptsPage(c: AppContext): boolean {
  const accepted = c.req.header("Accept") ?? "text/html"
  return accepted.includes("text/html") || c.req.header("Sec-Fetch-Dest") === "document"
}

/**
 * Removes what Remix mishandles: it compares a form's Origin with X-Forwarded-Host, which any client can set (our own check has already
 * run), and logs every request with the legacy parameter `_data` as an error.
 */
function readable(request: Request): Request {
  const url = new URL(request.url)
  const isOld = url.searchParams.has("_data")
  if (!isOld && !request.headers.has("Origin")) return request
  if (isOld) url.searchParams.delete("_data")
  const copy = new Request(isOld ? url : request.url, request)
  copy.headers.delete("Origin")
  return copy
}

interface RouteNode {
  id: string
  index?: boolean
  path?: string
  caseSensitive?: boolean
  children?: RouteNode[]
}

/** The routes as a tree, for matching. */
function childrenOf(parentId: string | undefined): RouteNode[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, index, path, caseSensitive } = route
    return [index ? { id, index, path, caseSensitive } : { id, path, caseSensitive, children: childrenOf(id) }]
  })
}

const routeTree = childrenOf(undefined)

/** Returns the routes of a page or of its data, outermost first. Parses the path as Remix's single fetch does. */
function matchesOf(pathname: string) {
  const page = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/")
  return matchRoutes(routeTree as AgnosticRouteObject[], page) ?? []
}

/** Returns the pattern that a path matches, e.g. `/escorts/:slug`, for the log. */
export function routeOf(pathname: string): string {
  return `/${matchesOf(pathname)
    .flatMap(({ route }) => route.path || [])
    .join("/")}`
}

/** Returns the ids of a page's routes, e.g. `root`, `routes/layouts/default`, `routes/home`. */
export function routeIdsOf(pathname: string): string[] {
  return matchesOf(pathname).flatMap(({ route }) => route.id ?? [])
}

/** Whether what has this path is shown: a route without a component responds with a file. */
function isShown(pathname: string): boolean {
  return build.routes[routeIdsOf(pathname).at(-1) ?? ""]?.module.default !== undefined
}

/** Whether a page has this path; any other is "page not found". */
export function isPage(pathname: string): boolean {
  return routeIdsOf(pathname).at(-1) !== "routes/not-found"
}

/** Returns the methods of a page, or of a file among them; null if no page has this path. */
export function methodsOfPage(pathname: string): string[] | null {
  const leaf = routeIdsOf(pathname).at(-1) ?? ""
  if (leaf === "" || !isPage(pathname)) return null
  const hasAction = build.routes[leaf]?.module.action !== undefined
  return hasAction ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"]
}

/** Parameters whose values are in lower case alone; all others, such as the tokens of links, are kept. */
const lowerCaseParameters = [":slug", ":name", ":group", ":resource"]

/** Returns the one pathname of the page that a pathname shows; any other pathname as it is. */
export function canonicalPathname(pathname: string): string {
  const plain = pathname.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "")
  if (plain.endsWith(".data") || !isPage(plain)) return pathname
  const segments = plain.split("/")
  const pattern = routeOf(plain).split("/")
  if (segments.length !== pattern.length) return plain
  return segments
    .map((segment, index) => {
      const part = pattern[index] ?? ""
      if (!part.startsWith(":")) return part
      const isSlug = lowerCaseParameters.includes(part) && /^[A-Za-z0-9-]+$/.test(segment)
      return isSlug ? segment.toLowerCase() : segment
    })
    .join("/")
}
