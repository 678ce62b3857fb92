import { Buffer } from "node:buffer"

type Mood = "well" | "gone" | "unknown" | "unauthorized" | "forbidden" | "busy" | "broken"

const failures: Partial<Record<Mood, Response["status"]>> = {
  gone: 410,
  unknown: 404,
  unauthorized: 401,
  forbidden: 403,
}

/**
 * A push service that behaves as those of browsers do (RFC 8030, RFC 8292): it refuses what they refuse, and fails as
 * they do.
 */
export class PushService {
  /** The accepted requests: the endpoint and the topic of each. */
  readonly knocks: { endpoint: string; topic: string | null }[] = []
  readonly #bodies: number[] = []
  /** The failure to simulate, if any. */
  mood: Mood = "well"
  /** The failures of single endpoints, instead of the service's. */
  readonly moods = new Map<string, Mood>()
  /** The endpoint of each request, also of those refused. */
  readonly tries: string[] = []

  constructor(
    readonly origin: string,
    /** The key that each subscription was created for. */
    private readonly applicationServerKey: string,
  ) {}

  endpoint(name: string): string {
    return `${this.origin}/send/${name}`
  }

  /** The bytes of payload in all: none disclose nothing. */
  get payload(): number {
    return this.#bodies.reduce((sum, one) => sum + one, 0)
  }

  async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).origin !== this.origin) throw new Error(`No request to ${request.url} is allowed`)
    if (request.method !== "POST") return new Response(null, { status: 405 })
    if (!/^\d+$/.test(request.headers.get("TTL") ?? "")) return new Response("no TTL", { status: 400 })
    const problem = await this.#problemOf(request.headers.get("Authorization") ?? "")
    if (problem) return new Response(problem, { status: 403 })
    this.tries.push(request.url)
    const mood = this.moods.get(request.url) ?? this.mood
    const status = failures[mood]
    if (status) return new Response(null, { status })
    if (mood === "busy") return new Response(null, { status: 429, headers: { "Retry-After": "60" } })
    if (mood === "broken") return new Response("oops", { status: 500 })
    this.#bodies.push((await request.arrayBuffer()).byteLength)
    this.knocks.push({ endpoint: request.url, topic: request.headers.get("Topic") })
    return new Response(null, { status: 201, headers: { Location: `${this.origin}/message/1` } })
  }

  async #problemOf(authorization: string): Promise<string | null> {
    const [, token = "", key = ""] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? []
    if (key !== this.applicationServerKey) return "not the key that the subscription was made for"
    const [head = "", body = "", signature = ""] = token.split(".")
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"))
    const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }
    const publicKey = await crypto.subtle.importKey("raw", bytes(key), algorithm, false, ["verify"])
    const signed = new TextEncoder().encode(`${head}.${body}`)
    if (!(await crypto.subtle.verify(algorithm, publicKey, bytes(signature), signed))) return "not signed by it"
    const { aud, exp, sub } = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>
    const now = Date.now() / 1_000
    if (aud !== this.origin) return "for another service"
    if (typeof exp !== "number" || exp < now || exp > now + 24 * 60 * 60) return "expired, or valid for too long"
    return typeof sub === "string" && /^(mailto:|https:)/.test(sub) ? null : "nobody to write to"
  }
}
