import type { Push } from "~/domain/core/ports/push"
import type { Config } from "../config"

type Settings = Pick<Config, "VAPID_PUBLIC_KEY" | "VAPID_PRIVATE_KEY" | "VAPID_SUBJECT" | "PUSH_ORIGIN">

/** The push services of Chromium, Firefox, Safari and Edge. An allow list: the endpoint comes from the client (SSRF). */
const services = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
  /^([\w-]+\.)*notify\.windows\.com$/,
]

/**
 * Statuses that end a subscription: it is deleted or expired (RFC 8030), or was made for another VAPID key, with which
 * it never works again (RFC 8292).
 */
const ended = new Set([401, 403, 404, 410])

const hour = 60 * 60
/** TTL in seconds: a push that is not delivered in half a day is dropped. */
const lifetime = 12 * hour
const timeoutMs = 10_000

/** Sends payload-less Web Push messages (RFC 8030): neither the service nor a locked screen learns what is new. */
export function createPush(settings: Settings): Push | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject, PUSH_ORIGIN } = settings
  if (!publicKey || !privateKey || !subject) return null
  return {
    publicKey,
    isKnownService(endpoint) {
      const url = new URL(endpoint)
      if (PUSH_ORIGIN && url.origin === PUSH_ORIGIN) return true
      // `fetch` refuses an address with credentials.
      if (url.username || url.password) return false
      return url.protocol === "https:" && url.port === "" && services.some((host) => host.test(url.hostname))
    },
    async send(endpoint) {
      const token = await vapidToken({ publicKey, privateKey, subject }, new URL(endpoint).origin)
      const response = await fetch(endpoint, {
        method: "POST",
        headers: {
          Authorization: `vapid t=${token}, k=${publicKey}`,
          TTL: String(lifetime),
          Urgency: "normal",
          // An undelivered message is replaced by the next one.
          Topic: "news",
        },
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.ok) return "sent"
      if (ended.has(response.status)) return "gone"
      throw new Error(`The push service responded with ${response.status}`)
    },
  }
}

interface Vapid {
  publicKey: string
  privateKey: string
  subject: string
}

/** Creates the VAPID token for one push service, valid for an hour (RFC 8292): an ES256 JSON Web Token. */
async function vapidToken({ publicKey, privateKey, subject }: Vapid, audience: string): Promise<string> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }
  const point = Buffer.from(publicKey, "base64url")
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url")
  const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33), d: privateKey }
  const key = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["sign"])
  const expiry = Math.floor(Date.now() / 1_000) + hour
  const parts = [
    { typ: "JWT", alg: "ES256" },
    { aud: audience, exp: expiry, sub: subject },
  ]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(text))
  return `${text}.${Buffer.from(signature).toString("base64url")}`
}
