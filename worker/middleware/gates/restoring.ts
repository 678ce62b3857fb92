import { createMiddleware } from "hono/factory"
import { translator } from "~/i18n/i18n.server"
import { policyOf } from "~/page-policy"
import { readConfig } from "../../config"
import type { AppEnv } from "../../env"
import { plainPage } from "../../http/plain-page"

/** Whether the database is being filled: it has no triggers, and rows that refer to others come first. */
export const isRestoring = (env: Env): boolean => readConfig(env).RESTORE === "on"

/** Closes the site while a backup is restored. */
export const restoring = createMiddleware<AppEnv>(async (c, next) => {
  if (!isRestoring(c.env)) return next()
  const { locale } = c.var.ctx
  const message = translator(locale, "errors")("site.restoring")
  c.var.log.code = "site.restoring"
  c.header("Retry-After", "600")
  // No error, which the log would show as one.
  return policyOf(c.req.path).hasJsonErrors
    ? c.json({ message, code: "site.restoring", request_id: c.var.requestId }, 503)
    : plainPage(c, { status: 503, title: message, lang: locale })
})
