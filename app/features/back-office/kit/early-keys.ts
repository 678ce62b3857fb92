/** How long keys wait for a field that is still to come, ms: after that its code will not come either. */
const patience = 10_000

/** Keys that were typed between the press that opens a field and its focus. */
export interface EarlyKeys {
  /** Keeps what is typed from now on from the page, for the field. Calls `onEscape` for the key that would close it. */
  wait: (onEscape: () => void) => void
  /** Returns what was typed, once; keys go to the field from now on. */
  take: () => string
}

/** Catches keys that are typed before a field has the focus: single letters are shortcuts of the page. */
export function createEarlyKeys(page: Pick<Document, "addEventListener" | "removeEventListener">): EarlyKeys {
  let typed = ""
  let end = () => {}

  function wait(onEscape: () => void): void {
    end()
    typed = ""
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === "Escape") {
        end()
        onEscape()
      } else if (event.key === "Backspace") typed = typed.slice(0, -1)
      else if (event.key.length === 1) typed += event.key
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    page.addEventListener("keydown", onKeyDown, { capture: true })
    const timer = setTimeout(() => end(), patience)
    end = () => {
      clearTimeout(timer)
      page.removeEventListener("keydown", onKeyDown, { capture: true })
      end = () => {}
    }
  }

  function take(): string {
    end()
    const text = typed
    typed = ""
    return text
  }

  return { wait, take }
}
