import * as z from "zod"
import {
  DamagedPart,
  LostParts,
  type VideoPart,
  type VideoProvider,
  type VideoUpload,
  videoPartBytes,
} from "~/domain/core/ports/video-provider"
import { videoFileName } from "~/domain/media/pictures/variants"
import { unreadable } from "~/domain/media/videos/containers/source"
import { hashStream } from "./hashed-part"

export interface StreamSettings {
  accountId: string
  token: string
  /** Replaces Cloudflare's origin, in tests. */
  origin?: string
  fetch?: typeof fetch
}

/** An asset, as `GET /accounts/{account}/stream/{id}` describes it. */
const Asset = z.object({
  result: z.object({
    status: z.object({ state: z.string() }),
    duration: z.number(),
    input: z.object({ width: z.number(), height: z.number() }),
  }),
})
const Downloads = z.object({
  result: z.object({ default: z.object({ status: z.string(), url: z.url() }).optional() }),
})

const tus = { "Tus-Resumable": "1.0.0" }

/**
 * Implements the video provider with Cloudflare Stream, which re-encodes each video, so that nothing of the file's
 * metadata is left. Its MP4 is copied into the bucket and served from there: readers ask no other origin (trust-safety R32).
 * Parts go by tus, in order. The hash is the copy's: Stream does not say that of the original.
 */
export function createStreamVideos(bucket: R2Bucket, settings: StreamSettings): VideoProvider {
  const { accountId, token, origin = "https://api.cloudflare.com", fetch: send = fetch } = settings
  const root = `${origin}/client/v4/accounts/${accountId}/stream`

  /** Sends a request; returns the response also of a 404. Throws for other errors. */
  async function call(method: string, url: string, init: { headers?: HeadersInit; body?: BodyInit } = {}) {
    const headers = { Authorization: `Bearer ${token}`, ...init.headers }
    const response = await send(url, { method, ...init, headers, redirect: "error" })
    if (response.ok || response.status === 404 || response.status === 409) return response
    await response.body?.cancel()
    throw new Error(`Stream: ${method} ${response.status}`)
  }

  /** Returns how many bytes of an upload have arrived; null if there is none. */
  async function findOffset({ uploadId }: VideoUpload): Promise<number | null> {
    const response = await call("HEAD", locationOf(uploadId), { headers: tus })
    const offset = Number(response.headers.get("Upload-Offset") ?? Number.NaN)
    return response.ok && Number.isInteger(offset) ? offset : null
  }

  async function readJson<Schema extends z.ZodType>(schema: Schema, response: Response): Promise<z.infer<Schema>> {
    if (!response.ok) throw new LostParts("Stream does not have the video")
    return schema.parse(await response.json())
  }

  return {
    async open(_key, bytes) {
      const headers = { ...tus, "Upload-Length": String(bytes), "Upload-Metadata": "requiresignedurls" }
      const response = await call("POST", root, { headers })
      const [location, id] = [response.headers.get("Location"), response.headers.get("stream-media-id")]
      await response.body?.cancel()
      if (!location || !id) throw new Error("Stream: no upload was opened")
      return `${id} ${location}`
    },
    async writePart(upload, part) {
      const body = await readWhole(part)
      const offset = (part.number - 1) * videoPartBytes
      const arrived = await findOffset(upload)
      if (arrived === null) throw new LostParts("Stream does not have the upload")
      // The part was stored, and the response was lost.
      if (arrived >= offset + body.length) return tagOf(part)
      if (arrived !== offset) throw new Error(`Stream: part ${part.number} before the others`)
      const headers = { ...tus, "Upload-Offset": String(offset), "Content-Type": "application/offset+octet-stream" }
      const response = await call("PATCH", locationOf(upload.uploadId), { headers, body })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`Stream: PATCH ${response.status}`)
      return tagOf(part)
    },
    async complete(upload, parts) {
      const offset = await findOffset(upload)
      const expected = Math.ceil(upload.bytes / videoPartBytes)
      if (offset !== upload.bytes || parts.length !== expected) throw new LostParts("Stream lacks parts")
    },
    async discard({ uploadId }) {
      const response = await call("DELETE", `${root}/${idOf(uploadId)}`)
      await response.body?.cancel()
    },
    async inspect({ uploadId }) {
      const { result } = await readJson(Asset, await call("GET", `${root}/${idOf(uploadId)}`))
      const { status, duration, input } = result
      if (status.state === "error") throw unreadable()
      if (status.state !== "ready") return null
      return { type: "mp4", ...input, duration: Math.max(1, Math.round(duration)) }
    },
    async prepare({ uploadId }, folder) {
      // Repeated, it describes the file that is being made already.
      const made = await readJson(Downloads, await call("POST", `${root}/${idOf(uploadId)}/downloads`))
      const file = made.result.default
      if (file?.status === "error") throw unreadable()
      if (file?.status !== "ready") return null
      const response = await send(file.url, { redirect: "error" })
      if (!response.ok || !response.body) throw new Error(`Stream: the file: ${response.status}`)
      const key = `${folder}/${videoFileName("mp4")}`
      await bucket.put(key, response.body, { httpMetadata: { contentType: "video/mp4" } })
      const copy = await bucket.get(key)
      if (!copy) throw new Error("Stream: the copy is gone")
      const sha256 = await hashStream(copy.body)
      return { sha256 }
    },
  }
}

const idOf = (uploadId: string) => encodeURIComponent(uploadId.split(" ")[0] ?? "")
const locationOf = (uploadId: string) => uploadId.split(" ")[1] ?? ""
const tagOf = ({ number, sha256 }: VideoPart) => `${number}-${sha256.slice(0, 16)}`

/** Reads a part, 8 MiB at most: what tus has taken cannot be taken back. Throws DamagedPart. */
async function readWhole({ body, bytes, sha256 }: VideoPart): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(bytes)
  const reader = body.getReader()
  let at = 0
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new DamagedPart("The part was cut off", { cause })
    })
    if (done) break
    if (at + value.length > bytes) {
      await reader.cancel()
      throw new DamagedPart("The part is too long")
    }
    whole.set(value, at)
    at += value.length
  }
  if (at < bytes) throw new DamagedPart("The part was cut off")
  const found = await hashStream(new Blob([whole]).stream())
  if (found !== sha256) throw new DamagedPart("The part has another hash")
  return whole
}
