import { useEffect } from "react"

/** From this width on, the list of conversations stands beside the open one. */
const wide = "(width >= 1024px) and (pointer: fine)"

/** Focuses the open conversation's composer, if the reader may write. */
export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>("[data-bottom-bar=composer] textarea")?.focus({ preventScroll: true })
}

/**
 * Focuses the composer once, when the reader has opened the conversation. A phone would open its keyboard over the messages;
 * a field in which they type already keeps the focus.
 */
export function useComposerFocus(): void {
  useEffect(() => {
    const { activeElement: active } = document
    const isFree = active === null || active === document.body || active.matches("a, main")
    if (isFree && window.matchMedia(wide).matches) focusComposer()
  }, [])
}
