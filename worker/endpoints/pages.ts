import * as build from "virtual:remix/server-build"
import { type AgnosticRouteObject, isRouteErrorResponse, matchRoutes } from "@remix-run/router"
import { createRequestHandler } from "@remix-run/server-runtime"
import { describeError } from "~/lib/describe-error"
import { AppError } from "~/lib/errors"
import { captchaWidget } from "../adapters/captcha"
import { isDemo } from "../config"
import type { AppContext } from "../env"
import { mustShowAge, passAge } from "../http/age-cookie"
import { clearCookie, readCookie, writeCookie } from "../http/cookies"
import { logLine } from "../middleware/request-log"
import { realtimeAddress } from "../realtime/address"
import { exitUrl } from "./quick-exit"

const render = createRequestHandler(build, "production")

/** Every address that no other step answered: the Remix build renders it. The only link to the pages. */
export async function pages(c: AppContext): Promise<Response> {
  return renderPage(c, c.req.raw)
}

/** Renders what a request asks of the pages: the reader's own, or one that another step puts in its place. */
export async function renderPage(c: AppContext, request: Request): Promise<Response> {
  if (!c.get("mayReadPages")) throw new AppError("request.not_found")
  const { config, ctx, nonce, log, requestId } = c.var
  log.route = routeOf(c.req.path)
  const response = await render(readable(request), {
    ctx,
    nonce,
    log,
    requestId,
    app: {
      name: config.APP_NAME,
      environment: config.APP_ENV,
      primary: config.PRIMARY_COLOR,
      domains: config.LOCALE_DOMAINS,
      isGated: config.ACCESS_KEY !== undefined,
      asksAge: config.AGE_NOTICE === "on",
      isDemo: isDemo(config),
      exitUrl: exitUrl(c),
      realtime: realtimeAddress(config, new URL(c.req.url)),
      isIndexed: config.INDEXING === "open",
    },
    age: { isAsked: mustShowAge(c), pass: () => passAge(c) },
    cookies: {
      readReturnPath: () => readCookie(c, "returnTo"),
      writeReturnPath: (path) => writeCookie(c, "returnTo", path),
      clearReturnPath: () => clearCookie(c, "returnTo"),
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
    },
    captcha: () => {
      const widget = captchaWidget(config, ctx.locale)
      c.set("usesCaptcha", widget !== null)
      return widget
    },
    reportError: (error) => {
      // What Remix refuses by itself, such as a method that a page has no action for, is the sender's fault and no failure of ours.
      if (isRouteErrorResponse(error) && error.status < 500) return
      logLine("error", "page.failed", { id: requestId, ...describeError(error) })
    },
  })
  // Not the bare response: Hono would drop the cookies that were written on the way here.
  return c.newResponse(response.body, response)
}

/**
 * The request without what Remix trips over. It compares a form's Origin with X-Forwarded-Host, which anyone can write, and fails on a
 * mismatch; ours is checked by now. `_data` is how its older clients asked for data: it logs each as an error.
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

/** The routes as a tree, which is what matching wants. */
function childrenOf(parentId: string | undefined): RouteNode[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, index, path, caseSensitive } = route
    return [index ? { id, index, path, caseSensitive } : { id, path, caseSensitive, children: childrenOf(id) }]
  })
}

const routeTree = childrenOf(undefined)

/** The routes of a page or of its data, outermost first. Reads the path as Remix does (server-runtime's single fetch). */
function matchesOf(pathname: string) {
  const page = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/")
  return matchRoutes(routeTree as AgnosticRouteObject[], page) ?? []
}

/** The pattern that a path matches, e.g. `/escorts/:slug`: what a log may hold. */
function routeOf(pathname: string): string {
  return `/${matchesOf(pathname)
    .flatMap(({ route }) => route.path || [])
    .join("/")}`
}

/** The ids of a page's routes, e.g. `root`, `routes/layouts/default`, `routes/home`. */
export function routeIdsOf(pathname: string): string[] {
  return matchesOf(pathname).flatMap(({ route }) => route.id ?? [])
}

/** Whether a page has this address; any other is answered by "page not found". */
export function isPage(pathname: string): boolean {
  return routeIdsOf(pathname).at(-1) !== "routes/not-found"
}
