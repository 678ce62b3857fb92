import { useLocation } from "@remix-run/react"
import { useEffect } from "react"

/** The list of profiles that was left for a profile. */
export interface LastResults {
  /** Its path, with the query. */
  path: string
  /** Its place in the tab's history, as Remix numbers the entries. */
  place: number
}

/** A list: all profiles, or those of a city or of an occasion in it. */
const listPath = /^\/escorts(\/in\/.+)?$/

let last: LastResults | null = null

const currentPlace = () => Number(history.state?.idx)

/** Remembers the list that is shown while the reader goes from it to profiles; any other page ends this. */
export function useRememberedResults(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (listPath.test(pathname)) last = { path: pathname + search, place: currentPlace() }
    else if (!pathname.startsWith("/escorts/")) last = null
  }, [pathname, search])
}

/** Returns the list that was left for the profile that is shown; null where the reader came from elsewhere. */
export function lastResults(): LastResults | null {
  return last
}

/** Goes back to a list, where the reader was in it. Returns false if it is not behind this page: a link leads to it then. */
export function goBackTo({ place }: LastResults): boolean {
  const distance = place - currentPlace()
  if (!(distance < 0)) return false
  history.go(distance)
  return true
}
