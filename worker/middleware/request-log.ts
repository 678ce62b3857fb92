import { createMiddleware } from "hono/factory"
import { matchedRoutes } from "hono/route"
import { describeError } from "~/lib/describe-error"
import type { AppContext, AppEnv } from "../env"

/**
 * Assigns the request's id and writes its one log line, with the route's pattern and never the path or query: slugs, tokens and
 * e-mail addresses must not be logged.
 */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now()
  const id = crypto.randomUUID()
  c.set("requestId", id)
  c.set("log", {})
  await next()
  c.res.headers.set("X-Request-Id", id)
  const { route, code, cache } = c.get("log")
  const use = c.get("database")?.use
  logLine("info", "request", {
    id,
    method: c.req.method,
    route: route ?? patternOf(c),
    status: c.res.status,
    code,
    cache,
    ms: Date.now() - started,
    d1_round_trips: use?.roundTrips ?? 0,
    d1_statements: use?.statements ?? 0,
    rows_read: use?.rowsRead ?? 0,
  })
})

/** Returns the pattern of the matched route: the last one that is more than a wildcard. */
function patternOf(c: AppContext): string {
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith("*"))?.path ?? "*"
}

/** Writes a line of JSON to the log. Values must not be personal. */
export function logLine(level: "info" | "warn" | "error", event: string, fields: Record<string, unknown> = {}): void {
  console[level](JSON.stringify({ level, event, ...fields }))
}

/**
 * Runs the work of a cron or a queue. Errors are logged as `event` and replaced by one that has only the event's name, because the
 * platform records the messages of thrown errors in full.
 */
export async function logFailure<Result>(event: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    logLine("error", event, describeError(error))
    throw new Error(event)
  }
}
