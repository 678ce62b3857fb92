import { type RefObject, useLayoutEffect, useState } from "react"
import type { Message } from "~/domain/chat/schema"

export type GoTo = (seq: number) => Promise<void>

/**
 * Returns a function that scrolls to a message and focuses it, and loads the messages around it where it is not loaded.
 * To be called after `useScroll`, whose place of the box it changes.
 */
export function useGoTo(
  box: RefObject<HTMLElement>,
  messages: Message[],
  loadAround: (seq: number) => Promise<boolean>,
): GoTo {
  const [target, setTarget] = useState<{ seq: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the messages' elements have changed
  useLayoutEffect(() => {
    const row = target && box.current?.querySelector<HTMLElement>(`[data-message="${target.seq}"]`)
    setTarget(null)
    if (!row || !box.current) return
    scrollToMiddle(box.current, row)
    focusOnce(row)
  }, [target, messages])
  return async (seq) => {
    const isLoaded = messages.some((message) => message.seq === seq)
    if (isLoaded || (await loadAround(seq))) setTarget({ seq })
  }
}

/** Scrolls a box so that an element is in its middle; a higher one begins at its top. Not scrollIntoView: it would scroll the page, too. */
function scrollToMiddle(box: HTMLElement, element: HTMLElement): void {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
  box.scrollTop += inner.top - outer.top - Math.max(0, (outer.height - inner.height) / 2)
}

/** Focuses a row that a press with the mouse must not focus. */
function focusOnce(row: HTMLElement): void {
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.addEventListener("blur", () => row.removeAttribute("tabindex"), { once: true })
}
