import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { livePaths } from "~/browser/loading/prefetch"
import { cacheParameters, canonicalPath, pathPolicies, policyOf } from "~/page-policy"
import routes from "../../../app/routes"

const canonical = (address: string) => {
  const { pathname, searchParams } = new URL(address, "https://ours.invalid")
  return canonicalPath(pathname, searchParams)
}

test.each([
  ["/", "/"],
  ["/?utm_source=letter", "/"],
  ["/escorts?city=paris&sort=price-up&cursor=abc", "/escorts?city=paris"],
  ["/escorts?city=&category=dinners", "/escorts?category=dinners"],
  ["/escorts?city=paris&category=dinners", "/escorts?category=dinners&city=paris"],
  ["/escorts?city=%22%3E%3Cscript%3E", "/escorts?city=%22%3E%3Cscript%3E"],
  ["/escorts/camille-aubert", "/escorts/camille-aubert"],
  ["/escorts/camille-aubert/infos", "/escorts/camille-aubert/infos"],
  ["/faq?q=cancel", "/faq"],
  ["/legal/privacy", "/legal/privacy"],
])("the canonical address of %s is %s", (address, expected) => {
  expect(canonical(address)).toBe(expected)
})

test.each([
  "/profile",
  "/dashboard/admin",
  "/auth/login",
  "/report",
  "/age",
  "/escorts/a/private",
  "/escorts/A",
  "/nowhere",
  "/faq/",
])("%s has no canonical address", (address) => {
  expect(canonical(address)).toBeNull()
})

interface Route {
  file: string
  path?: string
  index?: boolean
  children?: Route[]
}

/** The patterns of all pages in routes.ts: `/escorts/:slug/infos`. */
function pathsOf(routes: Route[], parent = ""): string[] {
  return routes.flatMap(({ path, children }) => {
    const own = path ? `${parent}/${path}` : parent
    const below = pathsOf(children ?? [], own)
    return children ? below : [own || "/"]
  })
}

const adminLayout = "routes/layouts/admin.tsx"
const filesOf = ({ file, children = [] }: Route): string[] => [file, ...children.flatMap(filesOf)]

describe("the table of paths", () => {
  const pages = [...new Set(pathsOf(routes as Route[]))].filter((path) => path !== "/*")
  /** A path that a route's pattern matches. */
  const exampleOf = (pattern: string) => pattern.replace(/:(\w+)/g, (_, name: string) => name.toLowerCase())

  test("is read from routes.ts whole", () => {
    expect(pages.length).toBeGreaterThan(40)
    expect(pages).toEqual(expect.arrayContaining(["/", "/escorts/:slug", "/escorts/:slug/videos", "/auth/login"]))
  })

  test("names every page of routes.ts", () => {
    const unnamed = pages.filter((page) => policyOf(exampleOf(page)).path === "")
    expect(unnamed, "Add a line for it to app/page-policy.ts.").toEqual([])
  })

  test("has no line that an earlier one hides, or that nothing needs", () => {
    const examples = pathPolicies.map(({ path }) => ({ path, example: exampleOf(path.replace(/\/\*$/, "/x")) }))
    const hidden = examples
      .map(({ path, example }) => ({ path, example: firstOf(example) }))
      .filter(({ path, example }) => policyOf(example).path !== path)
    expect(hidden).toEqual([])
  })

  test("names the permission of each page of the back office, and of no other page", () => {
    const office = pathsOf((routes as Route[]).filter(({ file }) => file === adminLayout))
    expect(office.length).toBeGreaterThan(1)
    const guarded = pages.filter((page) => {
      const { permission, isOfResource } = policyOf(exampleOf(page))
      return permission !== undefined || isOfResource
    })
    expect(guarded.toSorted()).toEqual(office.toSorted())
  })

  test("is asked by every loader and action of the back office", () => {
    const files = (routes as Route[]).filter(({ file }) => file === adminLayout).flatMap(filesOf)
    const unguarded = files.filter((file) => {
      const code = readFileSync(`app/${file}`, "utf8")
      return /\b(loader|action)\b/.test(code) && (!code.includes("withStaff(") || code.includes("withContext("))
    })
    expect(unguarded, "Wrap them in withStaff (app/remix/staff-page.server.ts).").toEqual([])
  })

  test("names no page that routes.ts does not have", () => {
    const isPage = ({ path }: { path: string }) =>
      !/^\/(\(|\\\.well-known|api|backup|broadcasting|calendars|media|webhooks|locale|exit|health)/.test(path)
    const gone = pathPolicies
      .filter(isPage)
      .filter(({ path }) => !pages.some((page) => policyOf(exampleOf(page)).path === path))
    expect(gone.map(({ path }) => path)).toEqual([])
  })

  test("knows nothing of an address that nobody named: it is closed, asked for age, and neither cached nor indexed", () => {
    expect(policyOf("/new-page")).toEqual({ path: "" })
    expect([cacheParameters("/new-page"), canonicalPath("/new-page", new URLSearchParams())]).toEqual([null, null])
  })

  test("agrees with what the browser does not prefetch", () => {
    const live = pathPolicies.filter(({ isLive }) => isLive).map(({ path }) => path.replace(/\/\*$/, ""))
    const prefixOf = (path: string) => livePaths.find((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    expect(live.filter((path) => !prefixOf(path))).toEqual([])
    expect([...new Set(live.map(prefixOf))].toSorted()).toEqual(livePaths.toSorted())
  })

  test("a page with a slash at its end is another one, neither cached nor indexed", () => {
    expect(policyOf("/faq/")).toEqual({ path: "" })
    expect([cacheParameters("/faq"), cacheParameters("/faq/"), cacheParameters("/faq.data")]).toEqual([[], null, []])
  })

  /** One path of a regular expression: the first of each alternation, without what is optional. */
  function firstOf(source: string): string {
    return source
      .replace(/\((?:[^()]|\([^()]*\))*\)\?/g, "")
      .replace(/\(([^()|]*)\|[^()]*\)/g, "$1")
      .replaceAll("\\", "")
  }
})
