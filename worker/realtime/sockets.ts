import { Hono } from "hono"
import { createMiddleware } from "hono/factory"
import { ulid } from "ulid"
import { openDatabase } from "~/db/client.server"
import { sessionEnd } from "~/domain/accounts/sessions/session.server"
import { userChannel } from "~/domain/chat/channel-names"
import { readChannel } from "~/domain/chat/channels"
import { belongsToStaff, impersonationOf, isSignedIn } from "~/domain/core/actor/actor"
import { ruleOf } from "~/domain/core/countries/policy"
import { isWithin } from "~/domain/core/shared/rate-limit.server"
import { networkOf } from "~/lib/network-address"
import { userChannelOf } from "../../party/objects"
import {
  errorFrame,
  newSocketId,
  type Problem,
  problems,
  protocolVersion,
  sessionHeader,
} from "../../party/user-channel/protocol"
import type { OwnSession } from "../../party/user-channel/socket"
import { settingsCache } from "../adapters/settings-cache"
import { readConfig } from "../config"
import { createCtx } from "../context"
import type { AppContext, AppEnv } from "../env"
import { countryOf } from "../http/geo"
import { logLine } from "../middleware/request-log"
import { securityHeaders } from "../middleware/security-headers"
import { identify } from "../middleware/session"

/** Responds to a request without upgrade with 426 and the usual headers. */
const needsUpgrade = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header("Upgrade")?.toLowerCase() === "websocket") return next()
  await securityHeaders(c, async () => {
    c.res = c.text("", 426, { Upgrade: "websocket" })
  })
})

/**
 * Accepts sockets. `/app/{key}` requires a session, as a cookie or a Bearer token, which identifies the member. Other clients connect at
 * `/realtime/{user}/app/{key}` and prove their identity with their first subscription.
 */
export const sockets = new Hono<AppEnv>()
  .get("/app/:key", needsUpgrade, (c) => connect(c, null))
  .get("/realtime/:userId/app/:key", needsUpgrade, (c) => connect(c, c.req.param("userId")))

/** Validates a connection before the member's Durable Object wakes; a rejection is an error frame of the protocol. */
async function connect(c: AppContext, userId: string | null): Promise<Response> {
  const started = Date.now()
  c.set("requestId", ulid(started))
  c.set("log", {})
  c.set("config", readConfig(c.env))
  const database = openDatabase(c.env.DB, null)
  c.set("database", database)
  const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
  await settingsCache.read(c.env.DB, started, c.var.config.CONTENT_EPOCH_SECONDS * 1_000, waitUntil)
  const base = createCtx(c.env, database.db, waitUntil)
  c.set("ctx", { ...base, client: { ...base.client, country: countryOf(c) } })
  const found = await admit(c, userId)
  const response = "code" in found ? refuse(found) : await open(c, found)
  logLine("info", "request", {
    id: c.var.requestId,
    method: "GET",
    route: userId === null ? "/app/:key" : "/realtime/:userId/app/:key",
    status: response.status,
    code: "code" in found ? String(found.code) : undefined,
    ms: Date.now() - started,
    d1_round_trips: database.use.roundTrips,
    d1_statements: database.use.statements,
    rows_read: database.use.rowsRead,
  })
  return response
}

interface Admitted {
  userId: string
  /** Null for a client that proves who it is with its first subscription. */
  own: OwnSession | null
}

async function admit(c: AppContext, named: string | null): Promise<Admitted | Problem> {
  const { config, ctx } = c.var
  if (c.req.param("key") !== config.REALTIME_KEY) return problems.unknownKey
  const protocol = c.req.query("protocol")
  if (protocol !== protocolVersion) return protocol ? problems.otherProtocol : problems.noProtocol
  const origin = c.req.header("Origin")
  const isOurs = !origin || origin === new URL(c.req.url).origin || ctx.site.origins.includes(origin)
  if (!isOurs) return problems.foreignOrigin
  const actor = await identify(c)
  const own = isSignedIn(actor) ? actor : null
  if (own?.session.restriction || impersonationOf(actor)) return problems.unauthorized
  // As the HTTP of chat (worker/middleware/gates/country-gate.ts).
  if (ruleOf(ctx, "visit") === "block" && !(own && belongsToStaff(own))) return problems.unauthorized
  const userId = named ?? own?.user.id
  if (!userId || readChannel(userChannel(userId)) === null) return problems.unauthorized
  if (own && own.user.id !== userId) return problems.unauthorized
  if (await isTooOften(c, userId, own !== null)) return problems.tooMany
  return { userId, own: own && { familyId: own.session.familyId, session: sessionEnd(ctx, own) } }
}

/** Counts a connection: by member with a session, else by network and by the requested member, who may not exist. */
async function isTooOften(c: AppContext, userId: string, isOwn: boolean): Promise<boolean> {
  const { ctx } = c.var
  if (isOwn) return !(await isWithin(ctx, "realtime.connect", userId))
  const network = networkOf(c.req.header("CF-Connecting-IP") ?? "unknown")
  const isWithinAll =
    (await isWithin(ctx, "realtime.connect", network)) &&
    (await isWithin(ctx, "realtime.stranger", `${userId}:${network}`)) &&
    (await isWithin(ctx, "realtime.strangers", userId))
  return !isWithinAll
}

/** Opens the socket with a new request: client headers must never reach the Durable Object. */
function open(c: AppContext, { userId, own }: Admitted): Promise<Response> {
  const headers = new Headers({ Upgrade: "websocket" })
  if (own) headers.set(sessionHeader, JSON.stringify(own))
  const request = new Request(`https://channel.invalid/?_pk=${newSocketId()}`, { headers })
  return userChannelOf(c.env, userId).fetch(request)
}

/** Rejects by close code: clients ignore HTTP statuses and would reconnect for ever. */
function refuse(problem: Problem): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.send(errorFrame(problem))
  server.close(problem.code, problem.message)
  return new Response(null, { status: 101, webSocket: client })
}
