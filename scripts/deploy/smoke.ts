/** The checks of a deployment, by what each of them claims. Each throws an Error that says what happened instead. */
const checks: Record<string, (site: Site) => Promise<void>> = {
  "/health answers": async ({ get }) => {
    const { status } = await get("/health")
    if (status !== 200)
      throw new Error(`it answers ${status}: D1, R2 or the Durable Objects cannot be reached; see the log`)
  },
  "a page is there": async ({ get, isOpen }) => {
    const response = await get("/about")
    const html = await response.text()
    if (response.status !== (isOpen ? 200 : 403) || !html.includes("</html>"))
      throw new Error(`it answers ${response.status}`)
  },
  "a login is answered": async ({ get }) => {
    const response = await get("/api/auth/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "nobody@smoke.invalid", password: "a password of nobody" }),
    })
    if (response.status !== 401) throw new Error(`a wrong password is answered with ${response.status}`)
  },
  "a socket opens": ({ origin, realtimeKey }) =>
    new Promise((resolve, reject) => {
      const address = `${origin.replace(/^http/, "ws")}/realtime/smoke/app/${realtimeKey}?protocol=7`
      const socket = new WebSocket(address)
      const end = (error?: Error) => {
        clearTimeout(timer)
        socket.close()
        if (error) reject(error)
        else resolve()
      }
      const timer = setTimeout(() => end(new Error("nothing was received in ten seconds")), 10_000)
      socket.onmessage = ({ data }) => {
        const { event } = JSON.parse(String(data))
        end(event === "pusher:connection_established" ? undefined : new Error(`it said ${data}`))
      }
      socket.onclose = ({ code }) => end(new Error(`it was closed with ${code}`))
      socket.onerror = () => end(new Error("it could not be opened"))
    }),
}

export interface Deployed {
  origin: string
  realtimeKey: string
  /** The access key; without it, only what stands before the gate is checked. */
  accessKey?: string
  /** Whether the access gate is on. */
  isGated: boolean
}

interface Site extends Deployed {
  get: (path: string, init?: RequestInit) => Promise<Response>
  /** Whether the checks are past the gate. */
  isOpen: boolean
}

/**
 * Checks a deployment from outside, for whose first answer it waits up to `waitSeconds`; passes a line for each check
 * to `report`. Returns whether all hold.
 */
export async function smokeTest(
  deployed: Deployed,
  report: (line: string) => void,
  { waitSeconds = 60 } = {},
): Promise<boolean> {
  const { origin, accessKey, isGated } = deployed
  await waitUntilReachable(origin, waitSeconds)
  const cookie = isGated && accessKey ? await enter(origin, accessKey).catch(() => "") : ""
  const get = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, {
      redirect: "manual",
      ...init,
      headers: { ...init.headers, Cookie: cookie },
      signal: AbortSignal.timeout(20_000),
    })
  const site: Site = { ...deployed, get, isOpen: !isGated || cookie !== "" }
  let isSound = true
  for (const [claim, check] of Object.entries(checks)) {
    try {
      await check(site)
      report(`yes  ${claim}`)
    } catch (error) {
      isSound = false
      report(`NO   ${claim}: ${error instanceof Error ? error.message : error}`)
    }
  }
  return isSound
}

/** Waits for a new domain or version, which takes a while to be everywhere. */
async function waitUntilReachable(origin: string, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 2) {
    const status = await fetch(`${origin}/health`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200 || status === 503) return
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

/** Passes the access gate; returns the cookie, empty if the key is not accepted. */
async function enter(origin: string, accessKey: string): Promise<string> {
  const response = await fetch(`${origin}/?password=${encodeURIComponent(accessKey)}`, { redirect: "manual" })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ")
}
