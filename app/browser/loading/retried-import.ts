/** Milliseconds to wait before each further attempt; after the last one, only for the browser to be online again. */
const delays = [1_000, 4_000, 15_000]

/** Time and network, passed in: calls back once after `ms`, or sooner when the browser is online again. */
type Wait = (ms: number | undefined, callback: () => void) => void

/**
 * Imports a part of the app; retries after 1, 4 and 15 seconds, then whenever the browser is online again. Never
 * rejects.
 */
export async function importRetried<Part>(load: () => Promise<Part>, wait: Wait = waitInBrowser): Promise<Part> {
  for (let attempt = 0; ; attempt++) {
    try {
      const part = await load()
      // Vite returns none when a full load of the page has begun.
      if (part) return part
    } catch {
      // Wait for the next attempt.
    }
    await new Promise<void>((resolve) => wait(delays[attempt], resolve))
  }
}

function waitInBrowser(ms: number | undefined, callback: () => void): void {
  const timer = ms === undefined ? undefined : setTimeout(endWait, ms)
  function endWait() {
    clearTimeout(timer)
    removeEventListener("online", endWait)
    callback()
  }
  addEventListener("online", endWait)
}
