import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare"
import type { Ctx } from "~/domain/context"
import { translator } from "~/i18n/i18n.server"
import { AppError, type ErrorCode, isAppError } from "../lib/errors"
import { runOnce } from "./idempotency/single-action.server"
import { type ActionArgs, typedValues } from "./read-form.server"

/** The arguments of a loader or action, and the domain's context. */
export type PageArgs = ActionArgs & {
  /** Its forms stay on the page when the user must re-authenticate: nothing that was typed is lost. */
  confirmsInPlace?: true
}

/** What a page's error boundary receives for an error thrown on purpose. */
interface PageError {
  code: string
  message: string
  /** The document's title. */
  title: string
}

/** Errors that the user resolves on another page first. It leads back. */
const detours: Partial<Record<ErrorCode, string>> = {
  "auth.confirm_required": "/auth/confirm",
  "auth.second_factor_required": "/profile/settings/two-factor?notice=staff",
}

export function isDetour({ code }: AppError): boolean {
  return code in detours
}

/**
 * Wraps a loader or action: passes the domain's context, and turns AppErrors into responses for the error page, or into
 * redirects to the page that must come first. An action runs once, however often its form is sent.
 */
export function withContext<Result>(run: (args: PageArgs) => Promise<Result>) {
  return async (args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Result> => {
    const page = { ...args, ctx: args.context.ctx }
    try {
      if (args.request.method !== "POST") return await run(page)
      return await runOnce(page, { run, refuse: (form, error) => refuseRepeat(page, form, error) as Result })
    } catch (error) {
      throw isAppError(error) ? toErrorResponse(error, args) : error
    }
  }
}

/** The result of a form whose `request_id` cannot be used: what was typed stays. */
function refuseRepeat({ ctx, context }: PageArgs, form: FormData, error: AppError) {
  context.log.code = error.code
  const intent = form.get("intent")
  const result = { values: typedValues(form), code: error.code, message: errorMessage(ctx, error), isError: true }
  return data(intent === null ? result : { ...result, intent: String(intent) }, { status: error.status })
}

function toErrorResponse(thrown: AppError, { context, request }: LoaderFunctionArgs) {
  // Pages have one sentence for anything that does not exist (product-spec 8).
  const error = thrown.code === "request.not_found" ? notValid(request) : thrown
  context.log.code = thrown.code
  context.reportRefusal(error)
  const detour = detours[error.code]
  if (detour) {
    context.cookies.writeReturnPath(fullPath(request))
    return redirect(detour)
  }
  const { status } = error
  const t = translator(context.ctx.locale, "common")
  const title = status === 404 ? t("error_page.not_found") : t("error_page.status", { status })
  const body: PageError = { code: error.code, message: errorMessage(context.ctx, error), title }
  return data(body, {
    status: error.status,
    headers: error.retryAfter ? { "Retry-After": String(error.retryAfter) } : {},
  })
}

/** Returns the sentence of an error in the reader's language. */
export function errorMessage(ctx: Pick<Ctx, "locale">, error: AppError): string {
  return translator(ctx.locale, "errors")(error.code, error.values)
}

/** `Page Not Found: {fullPath}`: the address has a route, but not this value (product-spec 8). */
export function notValid(request: Request): AppError {
  return new AppError("page.not_valid", { values: { path: fullPath(request) } })
}

/** Returns the address as the reader typed it, without Remix's own `.data` and `_routes`. */
export function pageUrl(request: Request): URL {
  const url = new URL(request.url)
  url.searchParams.delete("_routes")
  url.pathname = url.pathname.replace(/\/_root\.data$/, "/").replace(/\.data$/, "")
  return url
}

/** Returns path and query of the above. It may begin with "//": no code may redirect to it unchecked. */
export function fullPath(request: Request): string {
  const { pathname, search } = pageUrl(request)
  return pathname + search
}
