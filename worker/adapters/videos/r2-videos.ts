import { LostParts, type VideoProvider, type VideoUpload, videoPartBytes } from "~/domain/core/ports/video-provider"
import { videoFileName } from "~/domain/media/pictures/variants"
import { findMetadata, readVideo } from "~/domain/media/videos/containers/read-video"
import {
  applyPatches,
  type ByteSource,
  type Patch,
  patchesBetween,
  unreadable,
} from "~/domain/media/videos/containers/source"
import { hashStream, storeHashed } from "./hashed-part"

/** Parts that are copied at once: in memory only those with metadata. */
const atOnce = 3

/** Implements the video provider with an R2 bucket: MP4 and WebM files are served as they are, without their metadata, QuickTime as MP4. */
export function createR2Videos(bucket: R2Bucket): VideoProvider {
  const resume = ({ key, uploadId }: VideoUpload) => bucket.resumeMultipartUpload(key, uploadId)
  return {
    async open(key) {
      const upload = await bucket.createMultipartUpload(key, {
        httpMetadata: { contentType: "application/octet-stream" },
      })
      return upload.uploadId
    },
    async writePart(upload, part) {
      const { etag } = await storeHashed(part, (body) => resume(upload).uploadPart(part.number, body))
      return etag
    },
    async complete(upload, parts) {
      const completed = parts.map(({ number, etag }) => ({ partNumber: number, etag }))
      try {
        await resume(upload).complete(completed)
      } catch (cause) {
        // An earlier request completed it, and its response was lost.
        if ((await bucket.head(upload.key))?.size === upload.bytes) return
        // R2's codes: no such upload, a part is missing or has another ETag.
        if (/\((10024|10025|10048)\)/.test(String(cause))) throw new LostParts("R2 lacks parts", { cause })
        throw cause
      }
    },
    async discard(upload) {
      try {
        await resume(upload).abort()
      } catch (error) {
        // The upload is complete, or was aborted before.
        if (!/\(10024\)/.test(String(error))) throw error
      }
      await bucket.delete(upload.key)
    },
    async inspect(upload) {
      return readVideo(sourceOf(bucket, upload))
    },
    async prepare(upload, folder) {
      const source = sourceOf(bucket, upload)
      const { type } = await readVideo(source)
      const patches = await findMetadata(source)
      const original = await bucket.get(upload.key)
      if (!original) throw unreadable()
      const sha256 = await hashStream(original.body)
      await copyPatched(
        bucket,
        upload,
        { key: `${folder}/${videoFileName(type)}`, contentType: `video/${type}` },
        patches,
      )
      return { sha256 }
    },
  }
}

function sourceOf(bucket: R2Bucket, { key, bytes }: VideoUpload): ByteSource {
  return {
    size: bytes,
    async read(offset, length) {
      const wanted = Math.min(length, bytes - offset)
      if (wanted <= 0) return new Uint8Array()
      const object = await bucket.get(key, { range: { offset, length: wanted } })
      if (!object) throw unreadable()
      return new Uint8Array(await object.arrayBuffer())
    },
  }
}

/** Copies an object part by part. A part without patches is streamed through; another one is in memory while it is patched. */
async function copyPatched(
  bucket: R2Bucket,
  { key, bytes }: VideoUpload,
  copy: { key: string; contentType: string },
  patches: Patch[],
): Promise<void> {
  const patchesIn = patchesBetween(patches)
  const upload = await bucket.createMultipartUpload(copy.key, { httpMetadata: { contentType: copy.contentType } })
  const count = Math.ceil(bytes / videoPartBytes)
  const parts: R2UploadedPart[] = []

  async function copyPart(index: number): Promise<R2UploadedPart> {
    const offset = index * videoPartBytes
    const length = Math.min(videoPartBytes, bytes - offset)
    const object = await bucket.get(key, { range: { offset, length } })
    if (!object) throw unreadable()
    const found = patchesIn(offset, offset + length)
    if (found.length === 0) {
      const { readable, writable } = new FixedLengthStream(length)
      const [part] = await Promise.all([upload.uploadPart(index + 1, readable), object.body.pipeTo(writable)])
      return part
    }
    const part = new Uint8Array(await object.arrayBuffer())
    applyPatches(part, offset, found)
    return upload.uploadPart(index + 1, part)
  }

  const indexes = Array.from({ length: count }, (_, index) => index).values()
  const copyNext = async () => {
    for (const index of indexes) parts[index] = await copyPart(index)
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, copyNext))
    await upload.complete(parts)
  } catch (error) {
    await upload.abort().catch(() => {})
    throw error
  }
}
