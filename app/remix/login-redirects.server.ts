import { redirect, replace, type TypedResponse } from "@remix-run/cloudflare"
import { safeRedirectPath } from "../lib/paths"
import { fullPath, type PageArgs } from "./page.server"

interface ReturnPath {
  readReturnPath: () => string | null
  writeReturnPath: (path: string) => void
  clearReturnPath: () => void
}

/** Stores the page to return to after signing in, if it is one of this origin. */
export function storeReturnPath(cookies: ReturnPath, back: unknown): void {
  const path = safeRedirectPath(back)
  if (path) cookies.writeReturnPath(path)
}

/** Redirects a visitor to the login, which returns to the page they asked for, or to `path`. */
export function redirectToLogin({ context, request }: PageArgs, path = fullPath(request)): TypedResponse<never> {
  context.cookies.writeReturnPath(path)
  return redirect("/auth/login")
}

/**
 * Redirects after a login: to the page that the dialog was on (`back`), else the stored path, else the member area
 * (product-spec 2). Deletes the stored path.
 */
export function leaveLogin(cookies: ReturnPath, back?: unknown): TypedResponse<never> {
  const stored = safeRedirectPath(cookies.readReturnPath())
  cookies.clearReturnPath()
  const page = safeRedirectPath(back)
  return page ? replace(page) : redirect(stored ?? "/profile")
}
