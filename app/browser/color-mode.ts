type ColorMode = "light" | "dark"
export type ColorModePreference = ColorMode | "system"

export type ColorModeState = {
  /** The reader's choice. */
  preference: ColorModePreference
  /** The mode shown; also the class on <html>. */
  value: ColorMode
  /** The route forces a mode; the preference is not in effect. */
  forced: boolean
}

export type ColorModeStore = {
  subscribe(listener: () => void): () => void
  getSnapshot(): ColorModeState
  setPreference(preference: ColorModePreference): void
  /** Applies the mode of the route's metadata; null or undefined if it names none. */
  setForced(mode: ColorModePreference | null | undefined): void
  dispose(): void
}

export const colorModeKey = "salon-color-mode"

/** The third argument of useSyncExternalStore: what the server renders, before the preference is known. */
export const serverColorMode: ColorModeState = { preference: "system", value: "light", forced: false }

/**
 * The colour mode of a document (product-spec §4; the rules are those of @nuxtjs/color-mode).
 *
 * `storage` is a function because in a browser that blocks storage the mere access to `localStorage` throws. `media` is
 * `matchMedia("(prefers-color-scheme: dark)")`; `root` is <html>, whose data-forced-color-mode, if the server wrote
 * one, is the first forced mode.
 */
export function createColorMode({
  storage,
  media,
  root,
  warn,
}: {
  storage: () => Pick<Storage, "getItem" | "setItem">
  media: Pick<MediaQueryList, "matches" | "addEventListener" | "removeEventListener">
  root: Pick<HTMLElement, "classList" | "dataset">
  warn: (message: string) => void
}): ColorModeStore {
  const listeners = new Set<() => void>()
  let preference = readPreference()
  let forced = asMode(root.dataset.forcedColorMode)
  let unsaved = false
  let state = serverColorMode

  function readPreference(): ColorModePreference {
    try {
      return asMode(storage().getItem(colorModeKey)) ?? "system"
    } catch {
      return "system"
    }
  }

  function savePreference() {
    unsaved = false
    try {
      storage().setItem(colorModeKey, preference)
    } catch {
      // Storage is blocked or full: the choice lasts as long as the document.
    }
  }

  function apply() {
    const value = forced ?? (preference === "system" ? (media.matches ? "dark" : "light") : preference)
    root.classList.remove(value === "dark" ? "light" : "dark")
    root.classList.add(value)
    if (state.preference === preference && state.value === value && state.forced === Boolean(forced)) return
    state = { preference, value, forced: Boolean(forced) }
    for (const listener of listeners) listener()
  }

  apply()
  media.addEventListener("change", apply)

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
    setPreference(next) {
      preference = next
      if (forced) unsaved = true
      else savePreference()
      apply()
    },
    setForced(mode) {
      if (mode === "system") warn("You cannot force the colorMode to system at the page level.")
      forced = asMode(mode)
      if (!forced && unsaved) savePreference()
      apply()
    },
    dispose() {
      media.removeEventListener("change", apply)
      listeners.clear()
    },
  }
}

function asMode(value: unknown): ColorMode | null {
  return value === "light" || value === "dark" ? value : null
}

/** For an inline script in <head>: sets the class before the first paint. Must stay under 400 bytes. */
export const colorModeScript = `(function(d){var r=/^(dark|light)$/,m=d.dataset.forcedColorMode;if(!r.test(m)){try{m=localStorage.getItem("${colorModeKey}")}catch(e){}if(!r.test(m))m=matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light"}d.classList.add(m)})(document.documentElement)`
