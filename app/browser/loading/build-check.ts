import { HOUR } from "../../lib/time"

/**
 * Polls for a newer build every `interval` ms (product-spec §7): compares the id in /builds/latest.json with the one in
 * /builds/meta/{buildId}.json and calls `onUpdate` with the new id, once. A failed or malformed response is ignored
 * until the next check. Returns a function that stops the polling.
 *
 * A deploy may have removed the old build's own file: `buildId` is then its id.
 */
export function startBuildCheck<Timer>({
  buildId,
  fetch,
  setTimeout,
  clearTimeout,
  now,
  onUpdate,
  // Once an hour (product-spec 9).
  interval = HOUR,
}: {
  buildId: string
  fetch: (url: string) => Promise<Pick<Response, "ok" | "json">>
  setTimeout: (callback: () => void, ms: number) => Timer
  clearTimeout: (timer: Timer) => void
  now: () => number
  onUpdate: (latest: { id: string }) => void
  interval?: number
}): () => void {
  let timer = setTimeout(check, interval)
  let done = false
  let ownId: string | null = null

  async function readId(url: string): Promise<string | null> {
    try {
      const response = await fetch(url)
      const build: unknown = response.ok ? await response.json() : null
      if (typeof build !== "object" || build === null || !("id" in build)) return null
      return typeof build.id === "string" && build.id !== "" ? build.id : null
    } catch {
      return null
    }
  }

  async function check() {
    timer = setTimeout(check, interval)
    const latest = await readId(`/builds/latest.json?${now()}`)
    if (latest === null) return
    ownId ??= await readId(`/builds/meta/${buildId}.json`)
    if (done || latest === (ownId ?? buildId)) return
    stop()
    onUpdate({ id: latest })
  }

  function stop() {
    done = true
    clearTimeout(timer)
  }

  return stop
}
