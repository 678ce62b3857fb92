import type { Context } from "hono"
import { createMiddleware } from "hono/factory"
import { isbot } from "isbot"
import { belongsToStaff, impersonationOf, isSignedIn } from "~/domain/core/actor/actor"
import { describeError } from "~/lib/describe-error"
import { viewCounterOf } from "../../party/objects"
import type { AppContext, AppEnv } from "../env"
import { logLine } from "./request-log"

const profilePage = /^\/escorts\/([a-z0-9-]{1,100})(?:\/(?:infos|services|videos|private|gallery))?$/

/** Counts the documents of profile pages, cached or not. A navigation without a document reports itself (`reportView`). */
export const countViews = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const slug = profilePage.exec(c.req.path)?.[1]
  if (slug && c.req.method === "GET" && c.res.status === 200) count(c, slug)
})

/** Counts a view that the page reports, having been shown without a request: its data may have been prefetched. */
export function reportView(c: Context<AppEnv, "/views/:slug">): Response {
  const slug = profilePage.exec(`/escorts/${c.req.param("slug")}`)?.[1]
  if (slug) count(c, slug)
  return c.body(null, 204)
}

/** Counts a view of a person who is neither the profile's owner nor staff. The response does not wait for it. */
function count(c: AppContext, slug: string): void {
  const { actor, client, now } = c.var.ctx
  const isPrefetch = /prefetch|prerender/.test(`${c.req.header("Sec-Purpose")} ${c.req.header("Purpose")}`)
  if (isPrefetch || !client.userAgent || isbot(client.userAgent) || impersonationOf(actor)) return
  if (isSignedIn(actor) && (belongsToStaff(actor) || actor.user.workshop?.slug === slug)) return
  const visitor = isSignedIn(actor) ? actor.user.id : client.address
  c.executionCtx.waitUntil(
    viewCounterOf(c.env, slug)
      .see(slug, visitor, now())
      // Best effort: a page is worth more than its count.
      .catch((error: unknown) => logLine("warn", "view.not_counted", describeError(error))),
  )
}
