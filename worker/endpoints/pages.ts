import * as build from "virtual:remix/server-build"
import { isRouteErrorResponse } from "@remix-run/router"
import { createRequestHandler } from "@remix-run/server-runtime"
import { hasAgeGates } from "~/domain/core/countries/policy"
import { completeLocale } from "~/i18n/locales"
import { describeError } from "~/lib/describe-error"
import { AppError } from "~/lib/errors"
import { policyOf } from "~/page-policy"
import { notValid } from "~/remix/page.server"
import { captchaWidget } from "../adapters/captcha"
import type { AppContext } from "../env"
import { mustShowAge, passAge } from "../http/age-cookie"
import { type CookieChange, clearCookie, cookieChanges, readCookie, repeatCookies, writeCookie } from "../http/cookies"
import { isGated } from "../middleware/gates/access-gate"
import { logLine } from "../middleware/request-log"
import { realtimeAddress } from "../realtime/address"
import { groupOf, isShown, type RouteGroup, routeOf } from "./page-routes"
import { exitUrl } from "./quick-exit"

type Handler = ReturnType<typeof createRequestHandler>

/** The response to a request: its page, its page with the form refused, or the error page in its place. */
type Part = "whole" | "form" | "page"

/** Remix's request handlers, made when they are first needed: for a part and a group of routes. */
const handlers = new Map<string, Handler>()

/** Renders every remaining path with the Remix build. The only link to the pages. */
export async function pages(c: AppContext): Promise<Response> {
  return renderPage(c, c.req.raw)
}

/**
 * Returns the request handler of a path. Remix compiles the pattern of each of its routes several times per request, so
 * it is given those alone that the path can match.
 */
function handlerOf(pathname: string, part: Part): Handler {
  const group = groupOf(pathname)
  const key = `${part} ${group.segment}`
  let handler = handlers.get(key)
  if (!handler) {
    const routes = part === "whole" ? group.routes : refusing(part, group.routes)
    const files = Object.entries(build.assets.routes).filter(([id]) => id in routes)
    const assets = { ...build.assets, routes: Object.fromEntries(files) }
    handler = createRequestHandler({ ...build, routes, assets }, "production")
    handlers.set(key, handler)
  }
  return handler
}

/**
 * Returns routes of which no action runs, and of a refused page no loader but the root's: those of the page for missing
 * ones stand in, which respond with `context.refusal`. An address of a file becomes a page.
 */
function refusing(part: "page" | "form", all: RouteGroup["routes"]): RouteGroup["routes"] {
  const missing = build.routes["routes/not-found"]?.module
  const routes = Object.entries(all).map(([id, route]) => {
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
  return Object.fromEntries(routes)
}

/**
 * Refuses a request without running any of the page's code. `part`: a page that may be read, whose form is refused, or
 * the whole page. Throws the refusal where no page is shown: the error handler responds as the address does.
 */
export async function refuse(c: AppContext, refusal: AppError, part: "form" | "page"): Promise<Response> {
  const { pathname } = new URL(c.req.url)
  if (part === "page" || policyOf(c.req.path).hasJsonErrors || !isShown(pathname)) throw refusal
  c.var.log.code = refusal.code
  return renderPage(c, c.req.raw, { refusal, part: "form" })
}

/** Renders the error page of a request that was refused, in the site's own frame; its body may be read already. */
export async function errorPage(c: AppContext, refusal: AppError): Promise<Response> {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ["Content-Type", "Content-Length"]) headers.delete(name)
  const request = new Request(c.req.url, { method: c.req.method, headers })
  // Remix encodes the query again for its loaders: the address is shown as it was requested.
  const shown = refusal.code === "request.not_found" ? notValid(request) : refusal
  return renderPage(c, request, { refusal: shown, part: "page" })
}

/** Renders the page of a request: the client's own, or one that other middleware substitutes. */
export async function renderPage(
  c: AppContext,
  request: Request,
  { refusal, part }: { refusal: AppError | null; part: Part } = { refusal: null, part: "whole" },
): Promise<Response> {
  if (!c.get("mayReadPages")) throw new AppError("request.not_found")
  const { config, launch, ctx, nonce, log, requestId } = c.var
  let refused: AppError | null = null
  log.route = routeOf(c.req.path)
  const handle = handlerOf(new URL(request.url).pathname, part)
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
      asksAge: config.AGE_NOTICE === "on" || hasAgeGates(ctx.countries),
      demo: launch.demo,
      announcement: ctx.settings[`announcement.${completeLocale(ctx.locale)}`],
      exitUrl: exitUrl(c),
      realtime: realtimeAddress(config, new URL(c.req.url)),
      isIndexed: launch.isIndexed,
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
  if (part === "whole" && response.status >= 400 && !isShown(c.req.path) && acceptsPage(c)) {
    // A file that cannot be served: its reader meets a page, not the JSON that Remix responds with.
    await response.body?.cancel()
    const code = response.status === 405 ? "request.method_not_allowed" : "server.failed"
    const page = new Request(request.url, { headers: request.headers })
    return renderPage(c, page, { refusal: refused ?? new AppError(code), part: "page" })
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
