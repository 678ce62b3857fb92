import { Hono } from "hono"

/** The minimum that a Worker can do for a cached page: returns what was put at an address, from memory. */
const pages = new Map<string, string>()

export default new Hono()
  .put("*", async (c) => {
    pages.set(keyOf(c.req.url), await c.req.text())
    return c.body(null, 204)
  })
  .get("*", (c) => {
    const page = pages.get(keyOf(c.req.url))
    return page === undefined ? c.notFound() : c.html(page)
  })

function keyOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}
