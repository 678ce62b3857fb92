import * as build from "virtual:remix/server-build"
import { type AppLoadContext, createRequestHandler } from "@remix-run/server-runtime"

const render = createRequestHandler(build, "production")

export default {
  // Salon has declared what its own pages are given; this page is given the database.
  fetch: (request, { DB }) => render(request, { DB } as unknown as AppLoadContext),
} satisfies ExportedHandler<{ DB: D1Database }>
