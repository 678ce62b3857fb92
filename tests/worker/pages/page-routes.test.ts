import * as build from "virtual:remix/server-build"
import { type AgnosticRouteObject, matchRoutes } from "@remix-run/router"
import { expect, test } from "vitest"
import { groupOf, routeIdsOf } from "../../../worker/endpoints/page-routes"
import { fetchApp, withAccess } from "../helpers/app"

const routes = Object.values(build.routes).filter((route) => route !== undefined)

/** All routes as a tree, as Remix is given them otherwise. */
function childrenOf(parentId?: string): AgnosticRouteObject[] {
  return routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: childrenOf(id) }))
}

function patternOf(id: string | undefined): string {
  const { parentId, path = "" } = (id !== undefined && build.routes[id]) || { parentId: undefined }
  const above = parentId === undefined ? "" : patternOf(parentId)
  return path === "" ? above : `${above}/${path}`
}

const all = childrenOf()
const paths = routes.map(({ id }) => patternOf(id).replace(/:\w+/g, "x").replace("*", "no/such/page") || "/")
const others = [
  "/ESCORTS/x",
  "/escorts.data",
  "/_root.data",
  "/%65scorts",
  "/%",
  "/escort",
  "/escorts-x",
  "/constructor",
]

test.each([...new Set([...paths, ...others])])("%s has the same routes in its group as among all", (path) => {
  const page = path.replace(/\.data$/, "").replace(/^\/_root$/, "/")
  expect(routeIdsOf(path)).toEqual(matchRoutes(all, page)?.map(({ route }) => route.id) ?? [])
})

test("a page is rendered with a part of the routes", () => {
  expect(Object.keys(groupOf("/escorts").routes).length).toBeLessThan(routes.length / 2)
})

test("routes of any page are found from any other", async () => {
  const { version } = build.assets
  const response = await fetchApp(`/__manifest?version=${version}&p=%2Ffaq&p=%2Fescorts`, await withAccess())
  expect(Object.keys((await response.json()) as object)).toEqual(
    expect.arrayContaining(["routes/content/faq", "routes/profiles/public/listing"]),
  )
})
