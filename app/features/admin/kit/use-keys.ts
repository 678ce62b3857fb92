import { useEffect, useRef } from "react"

/** Handlers by `KeyboardEvent.key`. */
export type Keys = Record<string, (event: KeyboardEvent) => void>

/** Returns whether somebody types there, or a dialog or menu has the keyboard. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest("input:not([type=checkbox]), textarea, select, dialog, [role=menu]") !== null
  )
}

/** Listens to single keys while nobody types: they need no modifier, as in mail programs. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.key !== "Escape" && isTyping(event.target)) return
      current.current[event.key]?.(event)
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [])
}
