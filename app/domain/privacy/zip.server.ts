import { Zip, ZipDeflate, ZipPassThrough } from "fflate"
import type { FileWriter } from "../ports/files"

const encoder = new TextEncoder()

/**
 * Writes a zip as it goes: what is pushed goes on to the writer before the next piece is asked for, so no more than a piece and the
 * writer's own part are in memory. A zip of this kind (no ZIP64) ends at 4 GiB: `hasRoomFor` says before a file what still fits.
 */
export function createZip(writer: FileWriter) {
  let chunks: Uint8Array[] = []
  let failure: Error | null = null
  let size = 0
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else chunks.push(chunk)
  })

  async function drain(): Promise<void> {
    if (failure) throw failure
    const ready = chunks
    chunks = []
    for (const chunk of ready) {
      size += chunk.length
      await writer.write(chunk)
    }
  }

  return {
    /** A text, in pieces. */
    async addText(name: string, pieces: AsyncIterable<string>): Promise<void> {
      const entry = new ZipDeflate(name, { level: 6 })
      zip.add(entry)
      for await (const piece of pieces) {
        entry.push(encoder.encode(piece))
        await drain()
      }
      entry.push(new Uint8Array(0), true)
      await drain()
    },
    /** A file that is compressed already. */
    async addFile(name: string, body: ReadableStream<Uint8Array>): Promise<void> {
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        entry.push(chunk)
        await drain()
      }
      entry.push(new Uint8Array(0), true)
      await drain()
    },
    hasRoomFor: (bytes: number) => size + bytes < largestZip,
    /** Ends the file; gives its size in bytes. */
    async close(): Promise<number> {
      zip.end()
      await drain()
      await writer.close()
      return size
    },
  }
}

/** 4 GiB, less what the directory at the end may need. */
const largestZip = 4 * 1024 ** 3 - 16 * 1024 ** 2
