import * as build from "virtual:remix/server-build"
import { type AppLoadContext, createRequestHandler } from "@remix-run/server-runtime"

const render = createRequestHandler(build, "production")

/** Pictures by path: fetched once, so that this side never waits for the other. */
const pictures = new Map<string, { bytes: ArrayBuffer; headers: Headers }>()

export default {
  async fetch(request, { DB, PICTURES }) {
    const { pathname } = new URL(request.url)
    if (PICTURES && pathname.startsWith("/media/")) return picture(new URL(pathname, PICTURES))
    // Salon declares the load context of its own pages; this page gets the database alone.
    return render(request, { DB } as unknown as AppLoadContext)
  },
} satisfies ExportedHandler<{ DB: D1Database; PICTURES?: string }>

async function picture(url: URL): Promise<Response> {
  const known = pictures.get(url.pathname)
  if (known) return new Response(known.bytes, { headers: known.headers })
  const response = await fetch(url)
  if (!response.ok) return response
  const { headers } = response
  const bytes = await response.arrayBuffer()
  pictures.set(url.pathname, { bytes, headers })
  return new Response(bytes, { headers })
}
