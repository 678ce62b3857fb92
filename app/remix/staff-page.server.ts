import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare"
import { belongsToStaff, isSignedIn } from "~/domain/core/actor/actor"
import { requireStaff } from "~/domain/core/actor/guards"
import { permissionOfPage } from "~/page-permission.server"
import { redirectToLogin } from "./login-redirects.server"
import { notValid, type PageArgs, pageUrl, withContext } from "./page.server"

/**
 * Wraps a loader or action of the back office: `withContext` for those who have the page's permission (page-policy.ts).
 * Redirects a visitor to the login, and staff who lack a second factor to its set-up; for everyone else the page does
 * not exist, nor does one without a permission. Each loader and action calls it: a request may run a page's alone.
 * Forms that need a recent proof are refused on their own page, where script lets them wait for it, or their file would be lost.
 */
export function withStaff<Result>(
  run: (args: PageArgs) => Promise<Result>,
): (args: LoaderFunctionArgs | ActionFunctionArgs) => Promise<Result> {
  return withContext((args) => {
    const { ctx, request } = args
    const permission = permissionOfPage(pageUrl(request).pathname)
    if (!permission) throw notValid(request)
    if (!isSignedIn(ctx.actor)) throw redirectToLogin(args)
    if (!belongsToStaff(ctx.actor)) throw notValid(request)
    requireStaff(ctx, permission)
    return run({ ...args, ...(isConfirmedInPlace(args) && { confirmsInPlace: true }) })
  })
}

function isConfirmedInPlace({ context, request }: PageArgs): boolean {
  return context.isData || /^multipart\//i.test(request.headers.get("Content-Type") ?? "")
}
