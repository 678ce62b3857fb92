import { Zip, ZipDeflate, ZipPassThrough } from "fflate"
import type { FileWriter } from "../core/ports/files"

const encoder = new TextEncoder()

/**
 * Streams a ZIP: each chunk is written before the next is read, so that memory holds no more than a chunk and the
 * writer's own part. Without ZIP64 a file ends at 4 GiB: call `hasRoomFor` before each file.
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
    /** Adds a text, in chunks. */
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
    /** Adds a file that is already compressed. */
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
    /** Closes the ZIP; returns its size in bytes. */
    async close(): Promise<number> {
      zip.end()
      await drain()
      await writer.close()
      return size
    },
  }
}

/** 4 GiB, less a reserve for the central directory. */
const largestZip = 4 * 1024 ** 3 - 16 * 1024 ** 2
