import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { requireUser } from "~/domain/accounts/service.server"
import { authorizeChannel, authorizeUser } from "~/domain/chat/live.server"
import { AppError } from "~/lib/errors"
import { realtimeApp } from "../../party/settings"
import type { AppContext, AppEnv } from "../environment"

/**
 * What signs for sockets, at the addresses and with the answers that Pusher's clients and Laravel Echo expect (behaviours 1): by GET or
 * POST, with fields of a form or of JSON.
 */
export const broadcasting = new Hono<AppEnv>()
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

/** The fields that are texts; of a body that is none of ours, none. */
async function fieldsOf(c: AppContext): Promise<Record<string, string>> {
  if (c.req.method === "GET") return c.req.query()
  const isJson = /^application\/json\b/i.test(c.req.header("Content-Type") ?? "")
  const fields: unknown = await (isJson ? c.req.json() : c.req.parseBody()).catch(() => ({}))
  const entries = Object.entries(typeof fields === "object" && fields !== null ? fields : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"))
}
