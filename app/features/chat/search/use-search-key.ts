import { useEffect, useRef } from "react"

/** The key that opens the search; Ctrl F is the browser's own. */
export const searchKey = "/"

const typing = "input, textarea, select, [contenteditable], [popover], dialog"

/** Calls `open` for the key of the search, except where it is typed. */
export function useSearchKey(open: () => void): void {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key !== searchKey || ctrlKey || metaKey || altKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest(typing)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [])
}
