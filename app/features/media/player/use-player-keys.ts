import { type RefObject, useEffect } from "react"
import { actionOf, type PlayerAction } from "./player-keys"

/** Runs the actions of the keys that are pressed in a player. */
export function usePlayerKeys(stage: RefObject<HTMLElement>, run: (action: PlayerAction) => void): void {
  useEffect(() => {
    const player = stage.current
    if (!player) return
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actionOf({
        key: event.key,
        isModified: event.ctrlKey || event.altKey || event.metaKey,
        control: controlOf(event.target as Element),
      })
      if (!action) return
      event.preventDefault()
      run(action)
    }
    player.addEventListener("keydown", onKeyDown)
    return () => player.removeEventListener("keydown", onKeyDown)
  }, [stage, run])
}

function controlOf(target: Element) {
  if (target.closest("[popover]")) return "menu"
  if (target.matches("input")) return "slider"
  return target.closest("button") ? "button" : null
}
