/**
 * Encryption of backups: AES-256-GCM in parts, with a key of each backup that is derived (HKDF-SHA-256, RFC 5869) from the
 * operator's key and the backup's id. Also used by the scripts: Web Crypto and web streams only.
 */

const version = 1
const ivBytes = 12

/** Seals and opens the parts of one backup. */
interface Sealer {
  /** Compresses and encrypts a part; its name is authenticated, so that no part can replace another. */
  seal: (name: string, text: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Throws an Error that names the part if it was changed, renamed, or sealed with another key. */
  open: (name: string, sealed: Uint8Array<ArrayBuffer>) => Promise<string>
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** `key` is 32 bytes in base64url. */
function importMaster(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", fromBase64Url(key), "HKDF", false, ["deriveKey", "deriveBits"])
}

/** Returns the sealer of a backup, by the operator's key. */
export async function sealerOf(key: string, backupId: string): Promise<Sealer> {
  const derivation = { name: "HKDF", hash: "SHA-256", salt: bytesOf(backupId), info: bytesOf("salon backup 1 parts") }
  const own = await crypto.subtle.deriveKey(
    derivation,
    await importMaster(key),
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  )
  const algorithm = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
    name: "AES-GCM",
    iv,
    additionalData: bytesOf(`salon backup ${version}\n${backupId}\n${name}`),
  })
  return {
    async seal(name, text) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const packed = await piped(bytesOf(text), new CompressionStream("gzip"))
      const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv, name), own, packed))
      const part = new Uint8Array(1 + ivBytes + sealed.length)
      part.set([version])
      part.set(iv, 1)
      part.set(sealed, 1 + ivBytes)
      return part
    },
    async open(name, part) {
      if (part[0] !== version) throw new Error(`${name} is no part of a backup of version ${version}.`)
      const [iv, sealed] = [part.slice(1, 1 + ivBytes), part.slice(1 + ivBytes)]
      const packed = await crypto.subtle.decrypt(algorithm(iv, name), own, sealed).catch(() => {
        throw new Error(`${name} does not open: it was changed or renamed, or the key is another one.`)
      })
      return new TextDecoder().decode(await piped(new Uint8Array(packed), new DecompressionStream("gzip")))
    },
  }
}

/** Returns the token that lets `npm run backup` call the Worker. It opens no part: only the key itself does. */
export async function accessTokenOf(key: string): Promise<string> {
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytesOf("salon backup 1 access") }
  const bits = await crypto.subtle.deriveBits(derivation, await importMaster(key), 256)
  return toHex(new Uint8Array(bits))
}

/** Returns the hash of a source up to and with this page of it, in hexadecimal. */
export async function chainHash(before: string, text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(`${before}\n${text}`))))
}

/** Returns the SHA-256 of a sealed part, in hexadecimal. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)))
}

async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: { readable: ReadableStream; writable: WritableStream },
): Promise<Uint8Array<ArrayBuffer>> {
  const readable = new Blob([bytes]).stream().pipeThrough(through as ReadableWritablePair<Uint8Array, Uint8Array>)
  return new Uint8Array(await new Response(readable).arrayBuffer())
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}
