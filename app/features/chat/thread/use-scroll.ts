import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { ThreadState } from "./thread-state"

/** The distance from the end (px) at which a thread follows new messages: covers fractions of a pixel. */
const atEnd = 2
/** The distance left to scroll (px) at which more is loaded. */
const ahead = 400

/** Scrolls to the message that a search opens, or to the first unread one. `scrollTop` is 0 at the end of the box, and negative above it. */
export const openAtNew = `(() => {
  const find = (name) => document.querySelector("[data-thread] [" + name + "]")
  const mark = find("data-at") || find("data-new"), box = mark && mark.closest("[data-thread]")
  if (box) box.scrollTop += mark.getBoundingClientRect().top - box.getBoundingClientRect().top
})()`

/**
 * Scrolls a box whose content is anchored at its end (`flex-col-reverse`): it opens there without a script, and content
 * added above leaves the view in place. For content added below this hook does so, unless the reader is at the end:
 * then the box follows.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: everything that makes the thread longer
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const known = before.current
    before.current = { last, unsent, height: element.scrollHeight }
    if (!known) {
      const mark = element.querySelector("[data-new]")
      // Not scrollIntoView: it would scroll the page as well.
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

/** Loads more when `edge` comes near, again after each piece; after a failure the reader retries. */
export function useMoreInView(
  box: RefObject<HTMLElement>,
  edge: RefObject<HTMLElement>,
  key: unknown,
  load: () => void,
): void {
  const latest = useRef(load)
  latest.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again after each piece
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
