import { useEffect, useMemo, useRef } from "react"
import { ApiProblem } from "~/browser/call-api"
import { backoff } from "~/lib/backoff"

interface Refresh {
  /** Loads soon; several requests in a row are one load. */
  request: () => void
  close: () => void
}

/**
 * Loads in the background, `delay` ms after a request. A transient failure is retried after 1, 2, 5, 15, 60 s, and at
 * once when the network is back; the present content stays meanwhile.
 */
function createRefresh(load: (signal: AbortSignal) => Promise<unknown>, delay: number): Refresh {
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLoading = false
  let isWanted = false
  let failures = 0

  function schedule(wait: number): void {
    clearTimeout(timer)
    timer = setTimeout(run, wait)
  }

  async function run(): Promise<void> {
    isWanted = false
    isLoading = true
    let wait = delay
    try {
      await load(end.signal)
      failures = 0
    } catch (error) {
      const isPassing = !(error instanceof ApiProblem) || error.isPassing
      failures = isPassing ? failures + 1 : 0
      if (isPassing) wait = backoff(failures)
      isWanted ||= isPassing
    }
    isLoading = false
    if (isWanted && !end.signal.aborted) schedule(wait)
  }

  function request(): void {
    if (end.signal.aborted) return
    isWanted = true
    if (!isLoading && failures === 0) schedule(delay)
  }

  const online = () => {
    if (isWanted && !isLoading) schedule(0)
  }
  window.addEventListener("online", online)
  return {
    request,
    close() {
      end.abort()
      clearTimeout(timer)
      window.removeEventListener("online", online)
    },
  }
}

/** A refresh that ends with the component. Returns a stable function that requests it. */
export function useRefresh(load: (signal: AbortSignal) => Promise<unknown>, delay = 250): () => void {
  const latest = useRef(load)
  latest.current = load
  const refresh = useRef<Refresh | null>(null)
  useEffect(() => {
    const own = createRefresh((signal) => latest.current(signal), delay)
    refresh.current = own
    return () => {
      refresh.current = null
      own.close()
    }
  }, [delay])
  return useMemo(() => () => refresh.current?.request(), [])
}
