import { createRoute } from "@hono/zod-openapi"
import { bodyLimit } from "hono/body-limit"
import * as z from "zod"
import { requireUser } from "~/domain/actor/guards"
import { authorizeChannel, authorizeUser } from "~/domain/chat/live.server"
import { AppError } from "~/lib/errors"
import { realtimeApp } from "../../party/user-channel/settings"
import { createApi } from "../api/openapi/create-api"
import { errorResponses, responses, signedIn } from "../api/openapi/document"
import type { AppContext } from "../env"

const socket_id = z.string().meta({ description: "As the socket was greeted with" })
const channel_name = z.string().meta({ description: "`private-user.{user}` or `private-conversation.{conversation}`" })
const auth = z.string().meta({ description: "`KEY:SIGNATURE`" })
const user_data = z.string().meta({ description: "JSON: the user's `id`" })

const channelRoutes = bothWays({
  path: "/auth",
  summary: "Sign for a channel",
  description:
    "What lets one of your sockets subscribe to a channel of yours. Also at `/broadcasting/auth`, without `/api`, where clients look for it.",
  fields: z.object({ socket_id, channel_name }),
  responses: { ...responses(200, "The signature", z.object({ auth })), ...errorResponses(401, 403, 413) },
})

const userRoutes = bothWays({
  path: "/user-auth",
  summary: "Sign a socket in",
  description: "What lets one of your sockets sign in as you. Also at `/broadcasting/user-auth`, without `/api`.",
  fields: z.object({ socket_id }),
  responses: {
    ...responses(200, "The signature, and what it is for", z.object({ auth, user_data })),
    ...errorResponses(403, 413),
  },
})

/**
 * What signs for sockets, at the addresses and with the answers that Pusher's clients and Laravel Echo expect (behaviours 1): by GET or
 * POST, with fields of a form or of JSON. They are read here, not by their schemas: clients know the answer 403, and no 422.
 */
export const broadcasting = createApi()
for (const route of [...channelRoutes, ...userRoutes]) broadcasting.openAPIRegistry.registerPath(route)
broadcasting
  .use(
    bodyLimit({
      maxSize: 10_000,
      onError: () => {
        throw new AppError("request.too_large")
      },
    }),
  )
  .on(["GET", "POST"], "/auth", async (c) => {
    requireUser(c.var.ctx)
    const { socket_id = "", channel_name = "" } = await fieldsOf(c)
    return c.json(await authorizeChannel(c.var.ctx, realtimeApp(c.env), socket_id, channel_name))
  })
  .on(["GET", "POST"], "/user-auth", async (c) => {
    const { socket_id = "" } = await fieldsOf(c)
    return c.json(await authorizeUser(c.var.ctx, realtimeApp(c.env), socket_id))
  })

interface Signing {
  path: string
  summary: string
  description: string
  fields: z.ZodObject
  responses: Parameters<typeof createRoute>[0]["responses"]
}

/** The same by GET, with a query, and by POST, with a form or JSON. */
function bothWays({ fields, ...route }: Signing) {
  const content = { "application/x-www-form-urlencoded": { schema: fields }, "application/json": { schema: fields } }
  const common = { ...route, tags: ["chat"], security: signedIn }
  return [
    createRoute({ ...common, method: "get", request: { query: fields } }),
    createRoute({ ...common, method: "post", request: { body: { required: true, content } } }),
  ]
}

/** The fields that are texts; of a body that is none of ours, none. */
async function fieldsOf(c: AppContext): Promise<Record<string, string>> {
  if (c.req.method === "GET") return c.req.query()
  const isJson = /^application\/json\b/i.test(c.req.header("Content-Type") ?? "")
  const fields: unknown = await (isJson ? c.req.json() : c.req.parseBody()).catch(() => ({}))
  const entries = Object.entries(typeof fields === "object" && fields !== null ? fields : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"))
}
