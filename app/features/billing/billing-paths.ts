import { safeRedirectPath } from "~/lib/paths"

/** Appends the page of this site to return to after a payment. */
export function withNext(path: string, next: string | null): string {
  if (!next) return path
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ next })}`
}

/** Returns the page of this site that the address asks to return to. */
export function nextOf(request: Request): string | null {
  return safeRedirectPath(new URL(request.url).searchParams.get("next"))
}
