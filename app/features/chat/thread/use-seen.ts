import { type RefObject, useEffect, useRef, useState } from "react"
import { useRefresh } from "~/features/shell/live/refresh"
import { chatApi } from "../chat-api"
import type { ThreadState } from "./thread-state"

/** Several messages that come into view together are one request (ms). */
const batchDelay = 250

/**
 * Tracks the last message of the other member that the reader has seen: its end was in view while the tab was in front.
 * Reports it to the server, and retries until the server has it.
 */
export function useSeen(
  box: RefObject<HTMLElement>,
  { conversationId, messages, userId }: ThreadState,
  readSeq: number,
): number {
  const [seen, setSeen] = useState(readSeq)
  const inView = useRef(new Set<number>())
  const known = useRef(readSeq)
  const latest = useRef(seen)
  latest.current = seen
  const markRead = useRefresh(async (signal) => {
    const seq = latest.current
    if (seq <= known.current) return
    await chatApi.read(conversationId, seq, signal)
    known.current = seq
  }, batchDelay)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the messages' elements have changed
  useEffect(() => {
    const root = box.current
    if (!root) return
    const look = () => {
      if (document.hidden) return
      const furthest = Math.max(0, ...inView.current)
      setSeen((before) => Math.max(before, furthest))
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const seq = Number((target as HTMLElement).dataset.seq)
          if (isIntersecting) inView.current.add(seq)
          else inView.current.delete(seq)
        }
        look()
      },
      { root },
    )
    inView.current.clear()
    for (const element of root.querySelectorAll("[data-seq]:not([data-own])")) observer.observe(element)
    document.addEventListener("visibilitychange", look)
    return () => {
      observer.disconnect()
      document.removeEventListener("visibilitychange", look)
    }
  }, [box, messages, userId])

  useEffect(() => {
    if (seen > known.current) markRead()
  }, [seen, markRead])
  return seen
}
