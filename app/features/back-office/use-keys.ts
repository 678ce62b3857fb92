import { useEffect } from "react"

/** The keys that move the focus among a page's items (`data-item`). */
const steps = {
  letters: { next: ["J"], previous: ["K"] },
  arrows: { next: ["ArrowRight", "ArrowDown"], previous: ["ArrowLeft", "ArrowUp"] },
}

const fields = ":is(input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select):not(:disabled)"

/**
 * Makes the keys work that controls name in `aria-keyshortcuts`: a key presses its control, or focuses it if it is a
 * field or a group of fields; first of all that of the item (`data-item`) that holds the focus. Single keys are ignored
 * while somebody types, and all of them while a dialog or a menu is open.
 */
export function useKeys(items?: keyof typeof steps): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return
      const target = event.target instanceof HTMLElement ? event.target : document.body
      const hasModifier = event.ctrlKey || event.metaKey
      if (!hasModifier && takesKeys(target, event.key)) return
      if (document.querySelector("dialog[open], [popover=auto]:popover-open")) return
      const name = event.key.length === 1 ? event.key.toUpperCase() : event.key
      const key = hasModifier ? `Control+${name}` : name
      const find = (selector: string) =>
        controlOf(key, target.closest("[data-item]"), selector) ?? controlOf(key, document, selector)
      // A busy button knows what to do with a press; the browser's own dialog for Ctrl S does not help.
      const control = find(enabled) ?? (hasModifier ? find("[aria-busy=true]") : undefined)
      if (control) {
        event.preventDefault()
        press(control)
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

const enabled = ":not(:disabled, [aria-disabled=true])"

/** Returns the shown control of a key that matches a selector: outside of items, or in this one. */
function controlOf(key: string, scope: Element | Document | null, selector: string): HTMLElement | undefined {
  const found = scope?.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`) ?? []
  return [...found].find((one) => {
    const isReachable = scope !== document || one.closest("[data-item]") === null
    return isReachable && one.matches(selector) && one.checkVisibility()
  })
}

function press(control: HTMLElement): void {
  const field = control.matches(fields) ? control : control.matches("[role=group]") && control.querySelector(fields)
  if (field instanceof HTMLElement) field.focus()
  else control.click()
}

/** Focuses the first item of the page; returns whether there is one. */
export function focusFirstItem(): boolean {
  return moveFocus(document.body, 1)
}

/** Moves the focus by `step` items from the one that holds it, or to the first; returns whether there was one. */
function moveFocus(from: HTMLElement, step: number): boolean {
  const items = [...document.querySelectorAll<HTMLElement>("[data-item]")]
  const at = items.findIndex((item) => item.contains(from))
  const item = at < 0 ? items[0] : items[at + step]
  // A row of a table takes no focus; its link does.
  const target = item?.matches("a[href], button, [tabindex]") ? item : item?.querySelector<HTMLElement>("a[href]")
  target?.focus()
  item?.scrollIntoView({ block: "nearest" })
  return item !== undefined
}
