import { openDatabase, ping } from "~/db/client.server"
import { describeError } from "~/lib/describe-error"
import { rateLimiterOf } from "../../party/objects"
import { readConfig } from "../config"
import type { AppContext } from "../env"
import { logLine } from "../middleware/request-log"

/** How long a report is cached, in ms: frequent requests cost nothing. */
const cachedFor = 5_000

/** The isolate's latest report, by its bindings. */
const reports = new WeakMap<Env, { isUp: boolean; at: number }>()

/** Responds 200 or 503 by whether D1, R2 and the Durable Objects are reachable. Public, so only the log names what fails. */
export async function health(c: AppContext): Promise<Response> {
  readConfig(c.env)
  const known = reports.get(c.env)
  const now = Date.now()
  const isUp = known && now - known.at < cachedFor ? known.isUp : await reachesAll(c.env)
  if (isUp !== known?.isUp || now - known.at >= cachedFor) reports.set(c.env, { isUp, at: now })
  return c.json({ ok: isUp }, isUp ? 200 : 503)
}

async function reachesAll(env: Env): Promise<boolean> {
  const parts = await Promise.all([
    reaches("d1", () => ping(openDatabase(env.DB, null).db)),
    reaches("r2", () => env.MEDIA.head("health")),
    reaches("durable_objects", () => rateLimiterOf(env, "health").ping()),
  ])
  return parts.every((isReached) => isReached)
}

async function reaches(part: string, call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    logLine("error", "health.unreachable", { part, ...describeError(error) })
    return false
  }
}
