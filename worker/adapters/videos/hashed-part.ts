import { DamagedPart, type VideoPart } from "~/domain/core/ports/video-provider"

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
  let [passed, isEnded] = [0, false]
  const hashing = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      passed += chunk.byteLength
      await writer.write(chunk)
      controller.enqueue(chunk)
    },
    flush: () => {
      isEnded = true
    },
  })
  const fixed = new FixedLengthStream(bytes)
  const stopped = new AbortController()
  const piped = body.pipeThrough(hashing).pipeTo(fixed.writable, { signal: stopped.signal })
  const storing = store(fixed.readable).catch((error: unknown) => {
    // A store that fails reads no further: without this, the body would wait for it.
    stopped.abort()
    throw error
  })
  const [stored, ended] = await Promise.allSettled([storing, piped])
  const isCut = passed > bytes || (isEnded && passed < bytes)
  if (isCut || stored.status === "rejected" || ended.status === "rejected") {
    await writer.abort().catch(() => {})
    await digest.digest.catch(() => {})
    if (!isCut && stored.status === "rejected") throw stored.reason
    throw new DamagedPart("The part was cut off")
  }
  await writer.close()
  const found = toHex(await digest.digest)
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
