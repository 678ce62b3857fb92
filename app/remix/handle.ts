import type { UIMatch } from "@remix-run/react"
import type { Namespace } from "~/i18n/resources.server"
import type { ColorModePreference } from "../browser/color-mode"

/** Declarations of a route about its page, beside the data of its loader. */
export interface RouteHandle {
  /** The texts that the page needs, beside `common`. */
  i18n?: Namespace[]
  /** Forces light or dark on this page, whatever the reader prefers. */
  colorMode?: ColorModePreference
}

/** Returns the handles of the matched routes, outermost first. */
export function handlesOf(matches: UIMatch[]): RouteHandle[] {
  return matches.flatMap((match) => (match.handle ? [match.handle as RouteHandle] : []))
}
