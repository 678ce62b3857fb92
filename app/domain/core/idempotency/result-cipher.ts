const algorithm = "AES-GCM"
const ivBytes = 12

/** Derives the encryption key from the request's own, which is stored nowhere: the database alone discloses no result. */
async function importKey(requestKey: string): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`result of ${requestKey}`))
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["encrypt", "decrypt"])
}

/** Encrypts the result of a request, as `IV.TEXT` in base64url. */
export async function sealResult(result: string, requestKey: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const key = await importKey(requestKey)
  const sealed = await crypto.subtle.encrypt({ name: algorithm, iv }, key, new TextEncoder().encode(result))
  return [iv, new Uint8Array(sealed)].map((part) => Buffer.from(part).toString("base64url")).join(".")
}

export async function openResult(sealed: string, requestKey: string): Promise<string> {
  const [iv, bytes] = sealed.split(".").map((part) => new Uint8Array(Buffer.from(part, "base64url")))
  if (!iv || !bytes) throw new Error("Not a sealed result")
  const opened = await crypto.subtle.decrypt({ name: algorithm, iv }, await importKey(requestKey), bytes)
  return new TextDecoder().decode(opened)
}
