import type { OpenAPIHono } from "@hono/zod-openapi"
import * as z from "zod"
import { errorStatus } from "~/lib/errors"
import type { AppContext, AppEnv } from "../../env"

const ApiError = z
  .object({
    message: z.string().meta({ description: "A sentence in the caller's language" }),
    code: z.enum(Object.keys(errorStatus) as [string, ...string[]]),
    errors: z.record(z.string(), z.array(z.string())).optional().meta({ description: "Sentences by field" }),
    request_id: z.string(),
  })
  .meta({ id: "Error" })

/** An answer that is a sentence. */
export const Said = z.object({ message: z.string().meta({ description: "A sentence in the caller's language" }) })

/** For a route's `security`: it wants a user. */
export const signedIn: Record<string, string[]>[] = [{ bearer: [] }, { cookie: [] }]

/** For the description of a route that staff act by. */
export const staffProof =
  "Needs a proof of the last ten minutes: signing in, or `/auth/confirm`. Else 403 `auth.confirm_required`; `auth.second_factor_required` for staff who must set up a second factor first."

/** A JSON answer, for a route's `responses`. */
export function responses<Status extends number, Schema extends z.ZodType>(
  status: Status,
  description: string,
  schema: Schema,
) {
  return { [status]: { description, content: { "application/json": { schema } } } } as {
    [S in Status]: { description: string; content: { "application/json": { schema: Schema } } }
  }
}

/** The errors that a route can answer with, all of one shape, for its `responses`. */
export function errorResponses<Status extends number>(...statuses: Status[]) {
  const entries = statuses.map((status) => [status, responses(status, codesOf(status), ApiError)[status]])
  return Object.fromEntries(entries) as {
    [S in Status]: { description: string; content: { "application/json": { schema: typeof ApiError } } }
  }
}

function codesOf(status: number): string {
  return Object.entries(errorStatus)
    .filter(([, of]) => of === status)
    .map(([code]) => code)
    .join(", ")
}

/** The OpenAPI 3.1 document of the whole API. */
export function describeApi(api: OpenAPIHono<AppEnv>, c: AppContext) {
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" })
  api.openAPIRegistry.registerComponent("securitySchemes", "cookie", {
    type: "apiKey",
    in: "cookie",
    name: "__Host-salon_session",
  })
  return api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: `${c.var.config.APP_NAME} API`,
      version: "1",
      description:
        "JSON in and out. Lists answer `{ data, next_cursor }`, errors `{ message, code, errors?, request_id }`.",
    },
    servers: [{ url: new URL("/api", c.req.url).toString() }],
  })
}
