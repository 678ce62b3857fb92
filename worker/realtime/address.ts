import type { RealtimeAddress } from "~/remix/root-data"
import type { Config } from "../config"

type Settings = Pick<Config, "REALTIME_KEY" | "REALTIME_HOST" | "REALTIME_PORT" | "REALTIME_SCHEME">

/** Returns the address of the sockets: the page's own unless the settings name another. */
export function realtimeAddress(settings: Settings, page: URL): RealtimeAddress {
  const scheme = settings.REALTIME_SCHEME ?? (page.protocol === "http:" ? "http" : "https")
  const ownPort = settings.REALTIME_HOST || !page.port ? undefined : Number(page.port)
  const port = settings.REALTIME_PORT ?? ownPort ?? (scheme === "http" ? 80 : 443)
  return { key: settings.REALTIME_KEY, host: settings.REALTIME_HOST ?? page.hostname, port, scheme }
}

/** For the Content-Security-Policy: not every browser applies 'self' to WebSockets. */
export function socketOrigin({ host, port, scheme }: RealtimeAddress): string {
  return `${scheme === "http" ? "ws" : "wss"}://${host}:${port}`
}
