import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { importRetried } from "~/browser/loading/retried-import"
import type { WarningKind } from "./warnings"

export type Judge = (text: string) => WarningKind | null

/**
 * Returns a function that says what a message asks for which its reader should think about; null until its rules are loaded, after
 * the page. The text does not leave the browser. The sentences that appear then leave what is in view of `box` where it is.
 */
export function useWarnings(box: RefObject<HTMLElement>): Judge {
  const [judge, setJudge] = useState<Judge | null>(null)
  const judged = useRef(new Map<string, WarningKind | null>())
  const anchor = useRef<{ element: Element; top: number } | null>(null)
  useEffect(() => {
    let isLeft = false
    importRetried(() => import("./warnings")).then(
      ({ judgeMessage }) => {
        if (isLeft) return
        anchor.current = firstInView(box.current)
        setJudge(() => judgeMessage)
      },
      // Without them the conversation works as before.
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [box])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sentences have appeared
  useLayoutEffect(() => {
    if (box.current && anchor.current)
      box.current.scrollTop += anchor.current.element.getBoundingClientRect().top - anchor.current.top
    anchor.current = null
  }, [box, judge])
  return useCallback(
    (text) => {
      const known = judged.current.get(text)
      if (known !== undefined || judge === null) return known ?? null
      const kind = judge(text)
      judged.current.set(text, kind)
      return kind
    },
    [judge],
  )
}

/** Returns the first row of a scrolled box that is in view; null at its end, where the box stays by itself. */
function firstInView(box: HTMLElement | null): { element: Element; top: number } | null {
  if (!box || box.scrollTop > -1) return null
  const edge = box.getBoundingClientRect().top
  const element = [...box.querySelectorAll("ol > li")].find((row) => row.getBoundingClientRect().bottom > edge)
  return element ? { element, top: element.getBoundingClientRect().top } : null
}
