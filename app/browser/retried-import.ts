/** Milliseconds to wait before each further attempt; after the last one, only for the browser to be online again. */
const delays = [1_000, 4_000, 15_000]

/** What time and network do, passed in: calls back once after `ms`, or sooner when the browser is online again. */
type Wait = (ms: number | undefined, callback: () => void) => void

/** Fetches a part of the app, and again after 1, 4 and 15 seconds, then whenever the browser is online again. Never rejects. */
export async function importRetried<Part>(load: () => Promise<Part>, wait: Wait = waitInBrowser): Promise<Part> {
  for (let attempt = 0; ; attempt++) {
    try {
      const part = await load()
      // Vite gives none when a full load of the page is on its way.
      if (part) return part
    } catch {
      // The next attempt comes.
    }
    await new Promise<void>((resolve) => wait(delays[attempt], resolve))
  }
}

function waitInBrowser(ms: number | undefined, callback: () => void): void {
  const timer = ms === undefined ? undefined : setTimeout(goOn, ms)
  function goOn() {
    clearTimeout(timer)
    removeEventListener("online", goOn)
    callback()
  }
  addEventListener("online", goOn)
}
