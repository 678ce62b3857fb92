import { sql } from "drizzle-orm"
import type { Context } from "hono"
import type { AppEnv } from "./environment"
import { pagesVersion } from "./pages"
import { describeError, logLine } from "./request-log"

/** Whether what the Worker stands on can be reached, and which version it is: 200, or 503 with the part that fails. */
export async function health(c: Context<AppEnv>): Promise<Response> {
  const [d1, r2, durableObjects] = await Promise.all([
    reaches("d1", () => c.var.ctx.db.all(sql`SELECT 1`)),
    reaches("r2", () => c.env.MEDIA.head("health")),
    reaches("durable_objects", () => c.env.RateLimiter.getByName("health").ping()),
  ])
  const ok = d1 && r2 && durableObjects
  const version = {
    id: c.env.VERSION.id,
    tag: c.env.VERSION.tag,
    created_at: c.env.VERSION.timestamp,
    pages: pagesVersion,
  }
  return c.json({ ok, checks: { d1, r2, durable_objects: durableObjects }, version }, ok ? 200 : 503)
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
