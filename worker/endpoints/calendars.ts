import { Hono } from "hono"
import { isWithin } from "~/domain/core/shared/rate-limit.server"
import { getCalendarFile } from "~/domain/profiles/calendar/feeds/address.server"
import { sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import type { AppContext, AppEnv } from "../env"

/** Owners' days off and tours for calendar programs: without cookies, at an address that is their secret. */
export const calendars = new Hono<AppEnv>().get("/:name{[\\w-]{43}\\.ics}", async (c) => {
  const file = await getCalendarFile(c.var.ctx, c.req.param("name").slice(0, -".ics".length))
  if (file === null) return refuse(c)
  const tag = `"${sha256(file).slice(0, 32)}"`
  c.header("Cache-Control", "private, no-cache")
  c.header("ETag", tag)
  if (namesTag(c.req.header("If-None-Match"), tag)) return c.body(null, 304)
  c.header("Content-Type", "text/calendar; charset=utf-8")
  return c.body(file)
})

/** Whether one of the entity tags of a request is this one, weak or not (RFC 9110, section 13.1.2). */
function namesTag(header: string | undefined, tag: string): boolean {
  return (header ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag)
}

/** Counts strangers' guesses. A right address is served beyond the limit: programs of many owners share the address of their provider. */
async function refuse(c: AppContext): Promise<Response> {
  const { ctx } = c.var
  if (await isWithin(ctx, "calendar.stranger", ctx.client.address)) return c.text("Not found", 404)
  throw new AppError("rate.limited", { values: { count: 600 }, retryAfter: 600 })
}
