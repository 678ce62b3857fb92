import { useSyncExternalStore } from "react"

const never = () => () => {}

/** Returns whether the page's script runs: false on the server, and in the first render of the browser. */
export function useIsScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
