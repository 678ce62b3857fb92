import type { OpenAPIHono } from "@hono/zod-openapi"
import type { AppEnv } from "../../env"
import { guide } from "./guide"
import { tags } from "./tags"

type Generated = ReturnType<OpenAPIHono<AppEnv>["getOpenAPI31Document"]>

/** Generated once: it takes tens of milliseconds, and depends on the code alone. */
let generated: Generated | undefined

/** Returns the OpenAPI 3.1 document of the whole API of the app `name`, which is served at the address `server`. */
export function describeApi(api: OpenAPIHono<AppEnv>, { name, server }: { name: string; server: string }): Generated {
  generated ??= generate(api)
  return {
    ...generated,
    info: { ...generated.info, title: `${name} API`, description: guide(server) },
    servers: [{ url: server }],
  }
}

function generate(api: OpenAPIHono<AppEnv>): Generated {
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description:
      "The token of `POST /auth/login`. It expires 90 days after its last use, at most 180 days after sign-in.",
  })
  api.openAPIRegistry.registerComponent("securitySchemes", "cookie", {
    type: "apiKey",
    in: "cookie",
    name: "__Host-salon_session",
    description: "The session cookie of the site. Unsafe methods also need the site's own `Origin` header.",
  })
  return api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "", version: "1" },
    servers: [],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  })
}
