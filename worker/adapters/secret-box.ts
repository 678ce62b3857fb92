import type { Ctx } from "~/domain/core/context"
import { createKeptResults } from "./kept-results"

const imported = createKeptResults<CryptoKey>()

const importKey = (secret: string) =>
  imported(secret, () =>
    crypto.subtle.importKey("raw", Buffer.from(secret, "base64url"), "AES-GCM", false, ["encrypt", "decrypt"]),
  )

const derived = createKeptResults<CryptoKey>()

/** Returns the key for digests of a purpose, derived once: each page that a member reads needs one. */
const digestKey = (secret: string, purpose: string) =>
  derived(`${purpose} ${secret}`, () => deriveDigestKey(secret, purpose))

/** Derives a key for digests of one purpose (HKDF, RFC 5869), separate from the one that encrypts. */
async function deriveDigestKey(secret: string, purpose: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey("raw", Buffer.from(secret, "base64url"), "HKDF", false, ["deriveKey"])
  const info = new TextEncoder().encode(`digest ${purpose}`)
  const algorithm = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info }
  return crypto.subtle.deriveKey(algorithm, base, { name: "HMAC", hash: "SHA-256", length: 256 }, false, ["sign"])
}

/** AES-256-GCM with the deployment's key, as `v1.IV.TEXT`. The purpose is authenticated, so that no value can replace another. */
export function createSecrets(secret: string): Ctx["secrets"] {
  const algorithm = (iv: Uint8Array<ArrayBuffer>, purpose: string) => ({
    name: "AES-GCM",
    iv,
    additionalData: new TextEncoder().encode(purpose),
  })
  return {
    async seal(text, purpose) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const bytes = new TextEncoder().encode(text)
      const sealed = await crypto.subtle.encrypt(algorithm(iv, purpose), await importKey(secret), bytes)
      return ["v1", ...[iv, new Uint8Array(sealed)].map((part) => Buffer.from(part).toString("base64url"))].join(".")
    },
    async open(sealed, purpose) {
      const [version, iv, bytes] = sealed.split(".")
      if (version !== "v1" || !iv || !bytes) throw new Error("Not a sealed value of version v1")
      const bytesOf = (part: string) => new Uint8Array(Buffer.from(part, "base64url"))
      const text = await crypto.subtle.decrypt(algorithm(bytesOf(iv), purpose), await importKey(secret), bytesOf(bytes))
      return new TextDecoder().decode(text)
    },
    async digest(text, purpose) {
      const key = await digestKey(secret, purpose)
      const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))
      return Buffer.from(digest).toString("base64url")
    },
  }
}
