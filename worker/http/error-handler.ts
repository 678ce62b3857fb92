import type { ErrorHandler } from "hono"
import { HTTPException } from "hono/http-exception"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import { translator } from "~/i18n/i18n.server"
import { defaultLocale } from "~/i18n/locales"
import { describeError } from "~/lib/describe-error"
import { AppError, isAppError } from "~/lib/errors"
import { policyOf } from "~/page-policy"
import { ConfigError } from "../config"
import { acceptsPage, errorPage } from "../endpoints/pages"
import type { AppContext, AppEnv } from "../env"
import { logLine } from "../middleware/request-log"
import { plainPage } from "./plain-page"

/** Maps every error to a response. Internal details are logged only; the client receives a code and a sentence. */
export const errorHandler: ErrorHandler<AppEnv> = async (thrown, c) => {
  const error = toAppError(thrown)
  c.var.log.code = error.code
  if (error.status >= 500) {
    const event = thrown instanceof ConfigError ? "config.invalid" : "request.failed"
    logLine("error", event, { id: c.var.requestId, ...describeError(thrown) })
  }
  if (error.retryAfter) c.header("Retry-After", String(error.retryAfter))
  // Only programs send a method that an address does not have.
  if (policyOf(c.req.path).hasJsonErrors || error.code === "request.method_not_allowed")
    return c.json(errorBody(c, error), error.status as ContentfulStatusCode)
  return (await wholePage(c, error)) ?? bareErrorPage(c, error)
}

/** Renders a refusal as the site's pages are; null if our own fault, the gate or a failed page leaves only the bare one. */
async function wholePage(c: AppContext, error: AppError): Promise<Response | null> {
  const isWanted = acceptsPage(c) || c.req.path.endsWith(".data")
  if (error.status >= 500 || !c.get("mayReadPages") || !isWanted) return null
  try {
    return await errorPage(c, error)
  } catch (cause) {
    logLine("error", "error_page.failed", { id: c.var.requestId, ...describeError(cause) })
    return null
  }
}

/** Wraps other errors; Hono throws HTTPException 400 for invalid JSON. */
function toAppError(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown
  const code = thrown instanceof HTTPException && thrown.status === 400 ? "request.malformed" : "server.failed"
  return new AppError(code, { cause: thrown })
}

/** The body of an API error (design 8). */
interface ErrorBody {
  message: string
  code: string
  errors?: Record<string, string[]>
  request_id: string
}

function errorBody(c: AppContext, error: AppError): ErrorBody {
  const t = translator(localeOf(c), "errors")
  const errors =
    error.fields &&
    Object.fromEntries(
      Object.entries(error.fields).map(([field, problems]) => [field, problems.map((key) => t(`fields.${key}`))]),
    )
  return { message: t(error.code, error.values), code: error.code, errors, request_id: c.var.requestId }
}

function bareErrorPage(c: AppContext, error: AppError) {
  const locale = localeOf(c)
  const t = translator(locale, "errors")
  const isOurs = error.status >= 500
  const { pathname, search } = new URL(c.req.url)
  const sentence =
    error.code === "request.not_found" ? t("page.not_valid", { path: pathname + search }) : t(error.code, error.values)
  const title = isOurs ? `${error.status}: ${t("titles.server_error")}` : sentence
  const home = { to: "/", label: translator(locale, "common")("error_page.home") }
  const text = isOurs ? t("server.failed") : undefined
  return plainPage(c, { status: error.status, title, lang: locale, text, link: home })
}

/** Falls back to English: if the settings failed to parse, no language is resolved yet. */
function localeOf(c: AppContext) {
  return c.get("ctx")?.locale ?? defaultLocale
}
