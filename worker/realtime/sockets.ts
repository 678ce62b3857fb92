import { Hono } from "hono"
import { ulid } from "ulid"
import { openDatabase } from "~/db/client.server"
import { isSignedIn } from "~/domain/accounts/policy"
import { isMember } from "~/domain/accounts/service.server"
import { isAppError } from "~/lib/errors"
import { networkOf } from "~/lib/network-address"
import { errorFrame, familyHeader, newSocketId, type Problem, problems } from "../../party/protocol"
import { readConfig } from "../config"
import { createCtx } from "../create-ctx"
import type { AppContext, AppEnv } from "../environment"
import { logLine } from "../request-log"
import { identify } from "../session"

/**
 * Where sockets connect. `/app/{key}` is for who brings a session, as a cookie or a Bearer token: it says whose it is. Clients that cannot
 * connect at `/realtime/{user}/app/{key}`, and say by their first subscription who they are.
 */
export const sockets = new Hono<AppEnv>()
  .get("/app/:key", (c) => connect(c, null))
  .get("/realtime/:userId/app/:key", (c) => connect(c, c.req.param("userId")))

/** Whatever speaks against a socket is found before the member's object wakes; a client is told in the protocol's own words. */
async function connect(c: AppContext, userId: string | null): Promise<Response> {
  const started = Date.now()
  c.set("requestId", ulid(started))
  c.set("log", {})
  c.set("config", readConfig(c.env))
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") return c.text("", 426, { Upgrade: "websocket" })
  const database = openDatabase(c.env.DB, null)
  c.set("database", database)
  c.set(
    "ctx",
    createCtx(c.env, database.db, (work) => c.executionCtx.waitUntil(work)),
  )
  const found = await admit(c, userId)
  const answer = "code" in found ? refuse(found) : await open(c, found)
  logLine("info", "request", {
    id: c.var.requestId,
    method: "GET",
    route: userId === null ? "/app/:key" : "/realtime/:userId/app/:key",
    status: answer.status,
    code: "code" in found ? String(found.code) : undefined,
    ms: Date.now() - started,
    d1_round_trips: database.use.roundTrips,
    d1_statements: database.use.statements,
    rows_read: database.use.rowsRead,
  })
  return answer
}

interface Admitted {
  userId: string
  familyId: string | null
}

async function admit(c: AppContext, named: string | null): Promise<Admitted | Problem> {
  const { config, ctx } = c.var
  if (c.req.param("key") !== config.REALTIME_KEY) return problems.unknownKey
  const origin = c.req.header("Origin")
  const isOurs = !origin || origin === new URL(c.req.url).origin || ctx.site.origins.includes(origin)
  if (!isOurs) return problems.foreignOrigin
  const actor = await identify(c)
  const own = isSignedIn(actor) ? actor : null
  const key = own?.user.id ?? networkOf(c.req.header("CF-Connecting-IP") ?? "unknown")
  const isTooFast = await ctx.limit("realtime.connect", key).then(
    () => false,
    (error) => {
      if (isAppError(error) && error.code === "rate.limited") return true
      throw error
    },
  )
  if (isTooFast) return problems.tooFast
  if (own && (named === null || named === own.user.id)) return { userId: own.user.id, familyId: own.session.familyId }
  if (named === null || own || !(await isMember(ctx, named))) return problems.unauthorized
  return { userId: named, familyId: null }
}

/** Of the request nothing goes along: what the object is told, we tell it. */
function open(c: AppContext, { userId, familyId }: Admitted): Promise<Response> {
  const headers = new Headers({ Upgrade: "websocket" })
  if (familyId) headers.set(familyHeader, familyId)
  const request = new Request(`https://channel.invalid/?_pk=${newSocketId()}`, { headers })
  return c.env.UserChannel.getByName(userId).fetch(request)
}

/** Clients read close codes, and no statuses: they would try again for ever. */
function refuse(problem: Problem): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.send(errorFrame(problem))
  server.close(problem.code, problem.message)
  return new Response(null, { status: 101, webSocket: client })
}
