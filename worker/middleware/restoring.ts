import { createMiddleware } from "hono/factory"
import { AppError } from "~/lib/errors"
import { readConfig } from "../config"
import type { AppEnv } from "../env"

/** Whether the database is being filled: it has no triggers, and rows that refer to others come first. */
export const isRestoring = (env: Env): boolean => readConfig(env).RESTORE === "on"

/** Closes the site while a backup is restored. */
export const restoring = createMiddleware<AppEnv>(async (c, next) => {
  if (isRestoring(c.env)) throw new AppError("site.restoring", { retryAfter: 600 })
  return next()
})
