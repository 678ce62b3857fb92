/** A route of a Hono app. */
interface MethodRoute {
  method: string
  path: string
}

/** Returns the methods that routes support at a path, decoded as Hono's is; HEAD where there is GET. */
export function methodsAt(routes: readonly MethodRoute[], path: string): string[] {
  const methods = routes
    .filter((route) => route.method !== "ALL" && patternOf(route.path).test(path))
    .map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))]
}

function patternOf(routePath: string): RegExp {
  const source = routePath
    .replace(/[.+?^$()|[\]\\]/g, "\\$&")
    .replace(/:\w+(\{[^}]*\})?/g, "[^/]+")
    .replace(/\/\*$/, "(/.*)?")
  return new RegExp(`^${source}$`)
}
