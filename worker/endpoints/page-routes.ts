import * as build from "virtual:remix/server-build"
import { type AgnosticRouteObject, matchRoutes } from "@remix-run/router"

type Routes = typeof build.routes

/** The routes that paths of one first segment can match. */
export interface RouteGroup {
  /** Empty: paths of no segment that a route names. */
  segment: string
  routes: Routes
  tree: AgnosticRouteObject[]
}

/** Returns the first segment below which a route stands; undefined if it and its parents name none. */
function segmentOf(id: string): string | undefined {
  const { parentId, path = "" } = build.routes[id] ?? {}
  const inherited = parentId === undefined ? undefined : segmentOf(parentId)
  return inherited ?? (/^[:*]|^$/.test(path) ? undefined : path.split("/", 1)[0])
}

const segments = new Map(Object.keys(build.routes).map((id) => [id, segmentOf(id)]))

function groupIn(segment: string, isIncluded: (id: string) => boolean): RouteGroup {
  const routes = Object.fromEntries(Object.entries(build.routes).filter(([id]) => isIncluded(id)))
  return { segment, routes, tree: childrenOf(routes, undefined) }
}

/** The routes as a tree, for matching. */
function childrenOf(routes: Routes, parentId: string | undefined): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, index, path, caseSensitive } = route
    return [index ? { id, index, path, caseSensitive } : { id, path, caseSensitive, children: childrenOf(routes, id) }]
  })
}

const groups = new Map(
  ["", ...segments.values()].flatMap((named) => {
    if (named === undefined) return []
    const isIncluded = (id: string) => segments.get(id) === undefined || segments.get(id) === named
    return [[named, groupIn(named, isIncluded)] as const]
  }),
)

/** Remix's own path, which responds with routes of any page. */
const manifestSegment = "__manifest"
groups.set(
  manifestSegment,
  groupIn(manifestSegment, () => true),
)

/**
 * Returns the routes among which those of a path are. The router compiles every pattern of the routes that it is given,
 * at each of some ten matches per request: with all of them, that took a fifth of a listing's processor time.
 */
export function groupOf(pathname: string): RouteGroup {
  const first = pageOf(pathname).split("/", 2)[1] ?? ""
  // Segments are compared as the router does: decoded, in any case.
  return groups.get(decoded(first).toLowerCase()) ?? (groups.get("") as RouteGroup)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the path of the page whose data has this path, as Remix's single fetch does. */
function pageOf(pathname: string): string {
  return pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/")
}

type Matches = NonNullable<ReturnType<typeof matchRoutes>>

/** The last path and its routes: the middlewares of one request ask for the same several times. */
let last: { pathname: string; matches: Matches } = { pathname: "", matches: [] }

/** Returns the routes of a page or of its data, outermost first. */
function matchesOf(pathname: string): Matches {
  if (last.pathname !== pathname)
    last = { pathname, matches: matchRoutes(groupOf(pathname).tree, pageOf(pathname)) ?? [] }
  return last.matches
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
export function isShown(pathname: string): boolean {
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
const lowerCaseParameters = [":slug", ":name", ":group", ":resource", ":city", ":occasion"]

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
