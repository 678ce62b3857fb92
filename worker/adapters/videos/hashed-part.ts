import { DamagedPart, type VideoPart } from "~/domain/ports/video-provider"

/**
 * Passes a part's body on as it arrives, with its length in advance, to `store`. Throws DamagedPart if it was shorter, longer or
 * other than its hash says; what was stored then must not be used.
 */
export async function storeHashed<Stored>(
  { body, bytes, sha256 }: VideoPart,
  store: (body: ReadableStream<Uint8Array>) => Promise<Stored>,
): Promise<Stored> {
  const digest = new crypto.DigestStream("SHA-256")
  const writer = digest.getWriter()
  let passed = 0
  const hashing = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      passed += chunk.byteLength
      await writer.write(chunk)
      controller.enqueue(chunk)
    },
  })
  const fixed = new FixedLengthStream(bytes)
  const piped = body.pipeThrough(hashing).pipeTo(fixed.writable)
  const [stored, ended] = await Promise.allSettled([store(fixed.readable), piped])
  if (ended.status === "rejected" || passed !== bytes) {
    await writer.abort().catch(() => {})
    await digest.digest.catch(() => {})
    throw new DamagedPart("The part was cut off", { cause: ended.status === "rejected" ? ended.reason : undefined })
  }
  await writer.close()
  const found = toHex(await digest.digest)
  if (stored.status === "rejected") throw stored.reason
  if (found !== sha256) throw new DamagedPart("The part has another hash")
  return stored.value
}

/** Returns the SHA-256 of a stream, hex. */
export async function hashStream(body: ReadableStream<Uint8Array>): Promise<string> {
  const digest = new crypto.DigestStream("SHA-256")
  await body.pipeTo(digest)
  return toHex(await digest.digest)
}

const toHex = (hash: ArrayBuffer) =>
  [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
