import { useEffect } from "react"

/** The keys that move the focus among a page's items (`data-item`). */
const steps = {
  letters: { next: ["J"], previous: ["K"] },
  arrows: { next: ["ArrowRight", "ArrowDown"], previous: ["ArrowLeft", "ArrowUp"] },
}

/**
 * Makes the keys work that controls name in `aria-keyshortcuts`: a key presses its control, first of all that of the
 * item (`data-item`) that holds the focus. Keys are ignored while somebody types, and while a dialog is open.
 */
export function useShortcuts(items?: keyof typeof steps): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const target = event.target instanceof HTMLElement ? event.target : document.body
      if (takesKeys(target, event.key) || document.querySelector("dialog[open]")) return
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
      const control = controlOf(key, target.closest("[data-item]")) ?? controlOf(key, document)
      if (control) {
        event.preventDefault()
        control.click()
        return
      }
      const { next, previous } = items ? steps[items] : { next: [], previous: [] }
      const step = Number(next.includes(key)) - Number(previous.includes(key))
      if (step !== 0 && moveFocus(target, step)) event.preventDefault()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [items])
}

/** Whether the element needs this key itself: letters where one types, arrows also in a group of radios and a player. */
function takesKeys(element: HTMLElement, key: string): boolean {
  if (element.closest("textarea, select, [contenteditable]")) return true
  if (!(element instanceof HTMLInputElement)) return key.startsWith("Arrow") && element.closest("video, audio") !== null
  return element.type === "radio" ? key.startsWith("Arrow") : !["checkbox", "button", "submit"].includes(element.type)
}

/** Returns the control of a key that can be pressed: outside of items, or in this one. */
function controlOf(key: string, scope: Element | Document | null): HTMLElement | undefined {
  const found = scope?.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`) ?? []
  return [...found].find((one) => {
    const isReachable = scope !== document || one.closest("[data-item]") === null
    return isReachable && !one.matches(":disabled, [aria-disabled=true]") && one.checkVisibility()
  })
}

/** Moves the focus by `step` items from the one that holds it, or to the first; returns whether there was one. */
function moveFocus(from: HTMLElement, step: number): boolean {
  const items = [...document.querySelectorAll<HTMLElement>("[data-item]")]
  const at = items.findIndex((item) => item.contains(from))
  const item = at < 0 ? items[0] : items[at + step]
  item?.focus()
  item?.scrollIntoView({ block: "nearest" })
  return item !== undefined
}
