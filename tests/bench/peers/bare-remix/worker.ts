import * as build from "virtual:remix/server-build"
import { type AppLoadContext, createRequestHandler } from "@remix-run/server-runtime"

const render = createRequestHandler(build, "production")

export default {
  // Salon declares the load context of its own pages; this page gets the database alone.
  fetch: (request, { DB }) => render(request, { DB } as unknown as AppLoadContext),
} satisfies ExportedHandler<{ DB: D1Database }>
