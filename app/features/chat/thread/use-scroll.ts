import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { ThreadState } from "./thread-state"

/** So near to its end (px), a thread follows what is new: what a fraction of a pixel may amount to. */
const atEnd = 2
/** More is loaded when so much (px) is left to scroll. */
const ahead = 400

/** Scrolls to where the unread begin. `scrollTop` is 0 at the end of the box, and negative above it. */
export const openAtNew = `(() => {
  const mark = document.querySelector("[data-thread] [data-new]"), box = mark && mark.closest("[data-thread]")
  if (box) box.scrollTop += mark.getBoundingClientRect().top - box.getBoundingClientRect().top
})()`

/**
 * A box whose content hangs from its end (`flex-col-reverse`): it opens there without a script, and what comes before leaves what is in
 * view where it is. What comes after does so by this, unless the reader is at the end: then the box follows.
 */
export function useScroll(box: RefObject<HTMLElement>, { messages, typingAt }: ThreadState, unsent: number) {
  const [below, setBelow] = useState(0)
  const isAtEnd = useRef(true)
  const before = useRef<{ last: number | undefined; unsent: number; height: number } | null>(null)
  const last = messages.at(-1)?.seq

  const toEnd = useCallback(() => {
    isAtEnd.current = true
    box.current?.scrollTo({ top: 0 })
  }, [box])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever makes the thread longer
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const known = before.current
    before.current = { last, unsent, height: element.scrollHeight }
    if (!known) {
      const mark = element.querySelector("[data-new]")
      // Not scrollIntoView: it would move the page as well.
      if (mark) element.scrollTop += mark.getBoundingClientRect().top - element.getBoundingClientRect().top
      isAtEnd.current = -element.scrollTop < atEnd
    } else if (isAtEnd.current) toEnd()
    else if (known.last !== last || known.unsent !== unsent) element.scrollTop -= element.scrollHeight - known.height
  }, [messages, unsent, typingAt, toEnd])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      isAtEnd.current = -element.scrollTop < atEnd
      setBelow(Math.max(0, -element.scrollTop))
    }
    look()
    element.addEventListener("scroll", look, { passive: true })
    return () => element.removeEventListener("scroll", look)
  }, [box])

  return { toEnd, isAway: below >= atEnd, isFarAway: below > (box.current?.clientHeight ?? 0) }
}

/** Loads more once what `edge` marks comes near, again after each piece; what fails is left to the reader. */
export function useMoreInView(
  box: RefObject<HTMLElement>,
  edge: RefObject<HTMLElement>,
  key: unknown,
  load: () => void,
): void {
  const latest = useRef(load)
  latest.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: each piece is a reason to look again
  useEffect(() => {
    if (!edge.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      root: box.current,
      rootMargin: `${ahead}px 0px`,
    })
    observer.observe(edge.current)
    return () => observer.disconnect()
  }, [box, edge, key])
}
