import { createMiddleware } from "hono/factory"
import { requireActive } from "~/domain/actor/guards"
import { policyOf } from "~/page-policy"
import type { AppEnv } from "../env"

/**
 * Refuses suspended members everything but what page-policy.ts allows them (trust-safety R17): to contact staff, to
 * export and erase their data, to cancel their plan and to stop their profile; and to read public pages.
 */
export const suspension = createMiddleware<AppEnv>(async (c, next) => {
  const path = c.req.path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "")
  const { whileSuspended } = policyOf(path)
  const isReading = c.req.method === "GET" || c.req.method === "HEAD"
  if (whileSuspended !== "use" && !(whileSuspended === "read" && isReading)) requireActive(c.var.ctx)
  return next()
})
