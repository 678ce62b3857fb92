import { useMatches } from "@remix-run/react"
import { useEffect, useSyncExternalStore } from "react"
import { type ColorModeStore, createColorMode, serverColorMode } from "~/browser/color-mode"
import { handlesOf } from "~/remix/handle"

let store: ColorModeStore | undefined

function browserStore(): ColorModeStore {
  store ??= createColorMode({
    storage: () => localStorage,
    media: matchMedia("(prefers-color-scheme: dark)"),
    root: document.documentElement,
    warn: (message) => console.warn(message),
  })
  return store
}

/** Returns the colour mode shown and the reader's preference, and a setter for the preference. */
export function useColorMode() {
  const forced = handlesOf(useMatches()).findLast((handle) => handle.colorMode)?.colorMode
  const state = useSyncExternalStore(
    (listener) => browserStore().subscribe(listener),
    () => browserStore().getSnapshot(),
    () => serverColorMode,
  )
  useEffect(() => browserStore().setForced(forced), [forced])
  return {
    ...state,
    setPreference: (...[preference]: Parameters<ColorModeStore["setPreference"]>) =>
      browserStore().setPreference(preference),
  }
}
