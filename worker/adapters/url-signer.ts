import type { Ctx } from "~/domain/core/context"
import { createKeptResults } from "./kept-results"

const hmac = { name: "HMAC", hash: "SHA-256" } as const

const derived = createKeptResults<CryptoKey>()

/** Derives the key for URLs of private media, separate from every other use (HKDF, RFC 5869). */
const deriveKey = (secret: string) =>
  derived(secret, async () => {
    const base = await crypto.subtle.importKey("raw", Buffer.from(secret, "base64url"), "HKDF", false, ["deriveKey"])
    const info = new TextEncoder().encode("media passes")
    const algorithm = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info }
    return crypto.subtle.deriveKey(algorithm, base, { ...hmac, length: 256 }, false, ["sign", "verify"])
  })

/** Signs URLs with HMAC-SHA-256 (base64url), with a key derived from the deployment's secret. */
export function createUrlSigner(secret: string): Ctx["urlSigner"] {
  return {
    async sign(text) {
      const signature = await crypto.subtle.sign(hmac, await deriveKey(secret), new TextEncoder().encode(text))
      return Buffer.from(signature).toString("base64url")
    },
    async verify(text, signature) {
      const bytes = new Uint8Array(Buffer.from(signature, "base64url"))
      return crypto.subtle.verify(hmac, await deriveKey(secret), bytes, new TextEncoder().encode(text))
    },
  }
}
