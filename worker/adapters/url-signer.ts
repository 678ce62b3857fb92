import type { Ctx } from "~/domain/core/context"

const hmac = { name: "HMAC", hash: "SHA-256" } as const
const derived = new Map<string, Promise<CryptoKey>>()

/** Derives the key for URLs of private media, separate from every other use (HKDF, RFC 5869). */
function deriveKey(secret: string): Promise<CryptoKey> {
  const known = derived.get(secret)
  if (known) return known
  const key = crypto.subtle
    .importKey("raw", Buffer.from(secret, "base64url"), "HKDF", false, ["deriveKey"])
    .then((base) => {
      const info = new TextEncoder().encode("media passes")
      const algorithm = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info }
      return crypto.subtle.deriveKey(algorithm, base, { ...hmac, length: 256 }, false, ["sign", "verify"])
    })
  derived.set(secret, key)
  return key
}

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
