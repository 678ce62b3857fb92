import { useEffect, useState } from "react"
import { callApi } from "~/browser/call-api"
import type { Suggestions } from "~/domain/profiles/search/schema"

/** How long after a keystroke suggestions are requested, ms. */
const typingPause = 120

/** Suggestions, with the text that they are for. */
interface Found extends Suggestions {
  text: string
}

/**
 * Fetches the suggestions for a text. While it is typed on, those of the text before stay; a request that fails has none, and one that is
 * no longer needed is aborted.
 */
export function useSuggestions(text: string): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (text === "") return setFound(null)
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(async () => {
      const path = `/api/search/suggestions?${new URLSearchParams({ q: text })}`
      const suggestions = await callApi<Suggestions>(path, { isQuiet: true, signal }).catch(() => null)
      if (!signal.aborted) setFound(suggestions && { ...suggestions, text })
    }, typingPause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])
  return text === "" ? null : found
}
