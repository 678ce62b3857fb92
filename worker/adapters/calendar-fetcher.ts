import type { Calendars } from "~/domain/core/ports/calendars"
import type { Config } from "../config"

type Settings = Pick<Config, "APP_NAME" | "CALENDAR_ORIGIN"> & {
  /** The product's own origins: no calendar of theirs is read. */
  origins: readonly string[]
  timeoutMs?: number
}

/** Bytes of a calendar, as they are after decompression. */
const maxBytes = 1024 * 1024
const maxRedirects = 3
/** For all of a reading, redirects and body included. */
const timeout = 10_000
/** Characters of an address. */
const maxAddress = 2_000

/** Endings of names that no public server has (RFC 6761, RFC 6762, RFC 8375, and names that networks use inside). */
const privateNames =
  /\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|test|example|invalid|onion|alt|arpa)$/

/** A name of the public DNS: labels of letters, digits and hyphens, and a last one that is no number. */
const publicName = /^(?=.{4,253}$)([a-z\d_]([a-z\d_-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d]([a-z\d-]{0,61}[a-z\d])$/

/** Statuses of an address that is wrong, ended or closed; any other may be over with the next reading. */
const refusals = new Set([400, 401, 402, 403, 404, 405, 406, 410, 451])

/** Creates the reader of calendars that owners keep elsewhere. Their addresses are typed: each request is checked (SSRF). */
export function createCalendars({ APP_NAME, CALENDAR_ORIGIN, origins, timeoutMs = timeout }: Settings): Calendars {
  const own = new Set(origins.map((origin) => new URL(origin).hostname))

  /** Names alone are checked, not what they resolve to: a Worker's requests leave from Cloudflare's edge, which reaches no private address. */
  function isAllowed(url: URL): boolean {
    if (CALENDAR_ORIGIN && url.origin === CALENDAR_ORIGIN) return true
    if (url.protocol !== "https:" || url.port !== "" || url.username || url.password) return false
    return publicName.test(url.hostname) && !privateNames.test(url.hostname) && !own.has(url.hostname)
  }

  function parse(address: string, base?: URL): URL | null {
    const trimmed = address.trim().replace(/^webcals?:/i, "https:")
    if (trimmed.length > maxAddress || !URL.canParse(trimmed, base)) return null
    const url = new URL(trimmed, base)
    url.hash = ""
    return isAllowed(url) ? url : null
  }

  /** Follows redirects by hand: each one is checked as the first address was. */
  async function request(address: string, signal: AbortSignal): Promise<Response | "refused"> {
    let url = parse(address)
    for (let hop = 0; url && hop <= maxRedirects; hop += 1) {
      const response = await fetch(url.href, {
        headers: { Accept: "text/calendar, */*;q=0.1", "User-Agent": `${APP_NAME} calendar reader` },
        redirect: "manual",
        signal,
      })
      const location = response.status >= 300 && response.status < 400 ? response.headers.get("Location") : null
      if (location === null) return response
      await response.body?.cancel().catch(() => {})
      url = parse(location, url)
    }
    return "refused"
  }

  return {
    normalize: (address) => parse(address)?.href ?? null,
    async fetch(address) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const response = await request(address, signal)
        if (response === "refused" || refusals.has(response.status)) return { error: "refused" }
        if (response.status !== 200) return { error: "unreachable" }
        const text = await readText(response, signal)
        if (text === null) return { error: "too_large" }
        return /^\ufeff?\s*BEGIN:VCALENDAR/i.test(text)
          ? { text: text.replace(/^\ufeff?\s*/, "") }
          : { error: "unreadable" }
      } catch {
        // The error would name the address, which is a secret.
        return { error: "unreachable" }
      }
    },
  }
}

/** Reads a body as far as a calendar may be long, whatever its headers say of it; null beyond. Throws once the signal aborts. */
async function readText({ body, headers }: Response, signal: AbortSignal): Promise<string | null> {
  if (!body) return ""
  if (Number(headers.get("Content-Length") ?? 0) > maxBytes) {
    await body.cancel()
    return null
  }
  const reader = body.getReader()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  const decoder = new TextDecoder()
  let [text, bytes] = ["", 0]
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted])
      if (done) return text + decoder.decode()
      bytes += value.byteLength
      if (bytes > maxBytes) return null
      text += decoder.decode(value, { stream: true })
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
