import { createRoute } from "@hono/zod-openapi"
import { bodyLimit } from "hono/body-limit"
import * as z from "zod"
import { authorizeAttendance } from "~/domain/back-office/attendance.server"
import { isOfBackOffice } from "~/domain/chat/channels"
import { authorizeChannel, authorizeUser } from "~/domain/chat/live.server"
import { requireUser } from "~/domain/core/actor/guards"
import { AppError } from "~/lib/errors"
import { permissionOfPage } from "~/page-permission.server"
import { realtimeApp } from "../../party/user-channel/settings"
import { createApi } from "../api/openapi/create-api"
import { errorResponses } from "../api/openapi/errors"
import { responses } from "../api/openapi/responses"
import { signedIn } from "../api/openapi/security"
import type { TagName } from "../api/openapi/tags"
import type { AppContext } from "../env"

const socket_id = z.string().meta({ description: "The `socket_id` of `pusher:connection_established`" })
const channel_name = z.string().meta({
  description:
    "`private-user.{user}`, `private-conversation.{conversation}`, or for staff `private-back-office` and `private-record.{resource}.{id}`",
})
const auth = z.string().meta({ description: "`KEY:SIGNATURE`, for the `auth` of the frame" })
const user_data = z.string().meta({ description: "JSON with the user's `id`" })

const channelRoutes = routesByGetAndPost({
  path: "/auth",
  operationId: "authorizeChannel",
  summary: "Authorize a socket for a channel",
  description:
    "Pusher channel authorization: returns the signature with which a socket subscribes to one of your private channels. 403 `chat.channel_refused` for any other channel, and beyond 60 channels of a socket; 429 `rate.limited` for channels of the back office, 240 times a minute. Also served at `/broadcasting/auth`, the default path of clients.",
  fields: z.object({ socket_id, channel_name }),
  responses: {
    ...responses(200, "The signature", z.object({ auth })),
    ...errorResponses(["auth.required", "chat.channel_refused", "rate.limited"]),
  },
})

const userRoutes = routesByGetAndPost({
  path: "/user-auth",
  operationId: "authenticateSocket",
  summary: "Authenticate a socket",
  description:
    "Pusher user authentication: returns the signature with which a socket signs in as you. 403 `chat.channel_refused` without a user. Also served at `/broadcasting/user-auth`.",
  fields: z.object({ socket_id }),
  responses: {
    ...responses(200, "The signature and the data that it signs", z.object({ auth, user_data })),
    ...errorResponses(["chat.channel_refused"]),
  },
})

/**
 * Authorizes sockets, with the paths and responses that Pusher's clients and Laravel Echo expect (behaviours 1): by GET or POST, with
 * form or JSON fields. The fields are parsed here, not by the route's schema: clients handle 403, but not 422.
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
    const app = realtimeApp(c.env)
    if (isOfBackOffice(channel_name))
      return c.json(
        await authorizeAttendance(c.var.ctx, {
          app,
          socketId: socket_id,
          channel: channel_name,
          permissionOf: permissionOfPage,
        }),
      )
    return c.json(await authorizeChannel(c.var.ctx, app, socket_id, channel_name))
  })
  .on(["GET", "POST"], "/user-auth", async (c) => {
    const { socket_id = "" } = await fieldsOf(c)
    return c.json(await authorizeUser(c.var.ctx, realtimeApp(c.env), socket_id))
  })

interface Authorization {
  path: string
  operationId: string
  summary: string
  description: string
  fields: z.ZodObject
  responses: Parameters<typeof createRoute>[0]["responses"]
}

/** Describes the route twice: by GET with a query, and by POST with a form or JSON. */
function routesByGetAndPost({ fields, operationId, ...route }: Authorization) {
  const content = { "application/x-www-form-urlencoded": { schema: fields }, "application/json": { schema: fields } }
  const tags: TagName[] = ["chat"]
  const common = { ...route, tags, security: signedIn }
  return [
    createRoute({ ...common, operationId: `${operationId}ByQuery`, method: "get", request: { query: fields } }),
    createRoute({ ...common, operationId, method: "post", request: { body: { required: true, content } } }),
  ]
}

/** Returns the string fields of the query or body; an unreadable body has none. */
async function fieldsOf(c: AppContext): Promise<Record<string, string>> {
  if (c.req.method === "GET") return c.req.query()
  const isJson = /^application\/json\b/i.test(c.req.header("Content-Type") ?? "")
  const fields: unknown = await (isJson ? c.req.json() : c.req.parseBody()).catch(() => ({}))
  const entries = Object.entries(typeof fields === "object" && fields !== null ? fields : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"))
}
