import { redirect, replace, type TypedResponse } from "@remix-run/cloudflare"
import { safeRedirectPath } from "../lib/paths"

interface ReturnPath {
  readReturnPath: () => string | null
  writeReturnPath: (path: string) => void
  clearReturnPath: () => void
}

/** Stores the page that somebody is to come back to once they are signed in, if it is one of ours. */
export function storeReturnPath(cookies: ReturnPath, back: unknown): void {
  const path = safeRedirectPath(back)
  if (path) cookies.writeReturnPath(path)
}

/**
 * The way on from a login: the page that the dialog was on (`back`), else the stored path, else the member area
 * (product-spec 2). The stored path is used up.
 */
export function leaveLogin(cookies: ReturnPath, back?: unknown): TypedResponse<never> {
  const stored = safeRedirectPath(cookies.readReturnPath())
  cookies.clearReturnPath()
  const page = safeRedirectPath(back)
  return page ? replace(page) : redirect(stored ?? "/profile")
}
