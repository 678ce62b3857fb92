import type { Push } from "~/domain/ports/push"
import type { Config } from "../config"

type Settings = Pick<Config, "VAPID_PUBLIC_KEY" | "VAPID_PRIVATE_KEY" | "VAPID_SUBJECT" | "PUSH_ORIGIN">

/** The push services that browsers bring: of Chromium, Firefox, Safari and Edge. A member's word alone makes us ask no other host. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
  /^([\w-]+\.)*notify\.windows\.com$/,
]

const hour = 60 * 60
/** A knock that could not be delivered in half a day is no news. */
const lifetime = 12 * hour
const timeoutMs = 10_000

/** Knocks by Web Push (RFC 8030). It carries no payload: neither the service nor a locked screen learns more than that there is something. */
export function createPush(settings: Settings): Push | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject, PUSH_ORIGIN } = settings
  if (!publicKey || !privateKey || !subject) return null
  return {
    publicKey,
    isKnownService(endpoint) {
      const url = new URL(endpoint)
      if (PUSH_ORIGIN && url.origin === PUSH_ORIGIN) return true
      return url.protocol === "https:" && url.port === "" && services.some((host) => host.test(url.hostname))
    },
    async send(endpoint) {
      const token = await vapidToken({ publicKey, privateKey, subject }, new URL(endpoint).origin)
      const answer = await fetch(endpoint, {
        method: "POST",
        headers: {
          Authorization: `vapid t=${token}, k=${publicKey}`,
          TTL: String(lifetime),
          Urgency: "normal",
          // One that has not been delivered yet is replaced by the next.
          Topic: "news",
        },
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (answer.ok) return "sent"
      if (answer.status === 404 || answer.status === 410) return "gone"
      throw new Error(`The push service answered ${answer.status}`)
    },
  }
}

interface Vapid {
  publicKey: string
  privateKey: string
  subject: string
}

/** A signed word on who we are, for one push service and an hour (RFC 8292): an ES256 JSON Web Token. */
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
