import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare"
import { holdAction } from "~/domain/accounts/second-factor/held-action.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import type { Ctx } from "~/domain/core/context"
import { translator } from "~/i18n/i18n.server"
import { AppError, type ErrorCode, isAppError } from "../lib/errors"
import { runOnce } from "./idempotency/single-action.server"
import { type ActionArgs, formReadFrom, typedValues } from "./read-form.server"
import { restrictionHint, restrictionLinks } from "./restriction.server"
import type { PageError } from "./root-data"

type PageFunctionArgs = LoaderFunctionArgs | ActionFunctionArgs

/** The arguments of a loader or action, and the domain's context. */
export type PageArgs = ActionArgs & {
  /** Its forms stay on the page when the user must re-authenticate: nothing that was typed is lost. */
  confirmsInPlace?: true
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
      throw isAppError(error) ? await toErrorResponse(error, args) : error
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

async function toErrorResponse(thrown: AppError, args: PageFunctionArgs) {
  const { context, request } = args
  // Pages have one sentence for anything that does not exist (product-spec 8).
  const error = thrown.code === "request.not_found" ? notValid(request) : thrown
  context.log.code = thrown.code
  context.reportRefusal(error)
  const detour = detours[error.code]
  if (detour) {
    context.cookies.writeReturnPath(fullPath(request))
    const act = error.code === "auth.confirm_required" ? await holdForm(args) : null
    return redirect(act ? `${detour}?act=${act}` : detour)
  }
  // With one slash: the link stays on this site.
  const advice = ways(context.ctx, error, fullPath(request).replace(/^\/+/, "/"))
  const body: PageError = { code: error.code, message: errorMessage(context.ctx, error), ...advice }
  return data(body, {
    status: error.status,
    headers: error.retryAfter ? { "Retry-After": String(error.retryAfter) } : {},
  })
}

type Ways = Omit<PageError, "code" | "message">

/** Returns what remains from a country whose visitors are blocked (trust-safety R30); to members, what a suspended one may do. */
function countryWays({ locale, actor }: Pick<Ctx, "locale" | "actor">, path: string): Ways {
  const t = translator(locale, "common")
  const title = t("country.title")
  if (isSignedIn(actor)) return { title, hint: t("country.member_hint"), links: restrictionLinks(locale) }
  const links = [
    { to: `/report?about=${encodeURIComponent(path)}`, label: t("shell.report") },
    { to: "/contact", label: t("shell.contact") },
    { to: "/auth/login", label: t("country.login") },
  ]
  return { title, hint: t("country.hint"), links }
}

/** Returns an error's title, and what its reader can do next; `path` is the page's own. */
function ways(context: Pick<Ctx, "locale" | "actor">, { code, status }: AppError, path: string): Ways {
  const { locale } = context
  const t = translator(locale, "common")
  if (code === "account.suspended" || code === "account.refused") {
    const [title, hint] = [translator(locale, "member")("restriction.title"), restrictionHint(locale, code)]
    return { title, hint, links: restrictionLinks(locale) }
  }
  if (code === "country.blocked") return countryWays(context, path)
  const home = { to: "/", label: t("error_page.home") }
  const links = [home, { to: "/escorts", label: t("error_page.browse") }]
  if (status === 404) {
    const questions = { to: "/faq", label: t("error_page.questions") }
    return { title: t("error_page.not_found"), hint: t("error_page.not_found_hint"), links: [...links, questions] }
  }
  if (status === 503) {
    const retry = { to: path, label: t("error_page.retry") }
    return { title: t("error_page.unavailable"), hint: t("error_page.hint"), links: [retry, home] }
  }
  if (status >= 500) return { title: t("error_page.server_error"), hint: t("error_page.hint"), links }
  const title = status === 405 ? t("error_page.bad_method") : t("error_page.status", { status })
  return {
    title,
    hint: t(code === "impersonation.closed" ? "impersonation.closed_hint" : "error_page.request_hint"),
    links,
  }
}

/**
 * Stores the form that was refused until its sender re-authenticates; returns the token that releases it. Null for
 * what is no form, and for one with a file, which is sent again.
 */
async function holdForm({ context: { ctx }, request }: PageFunctionArgs): Promise<string | null> {
  if (request.method !== "POST") return null
  const form = formReadFrom(request)
  const fields = [...(form ?? [])]
  const hasFile = fields.some(([, value]) => typeof value !== "string" && value.size > 0)
  if (!form || hasFile) return null
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === "string")
  return holdAction(ctx, { path: fullPath(request), fields: texts })
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
  // Only where it is: a change writes the whole query.
  if (url.searchParams.has("_routes")) url.searchParams.delete("_routes")
  url.pathname = url.pathname.replace(/\/_root\.data$/, "/").replace(/\.data$/, "")
  return url
}

/** Returns path and query of the above. It may begin with "//": no code may redirect to it unchecked. */
export function fullPath(request: Request): string {
  const { pathname, search } = pageUrl(request)
  return pathname + search
}
