import type { Images } from "~/domain/core/ports/images"
import { describeError } from "~/lib/describe-error"
import { logLine } from "../middleware/request-log"

/** Implements the domain's image port with the IMAGES binding. */
export function createImages(binding: ImagesBinding): Images {
  return {
    inspect: (bytes) =>
      attempt("images.not_inspected", async () => {
        const info = await binding.info(streamOf(bytes))
        return "width" in info ? { type: info.format, width: info.width, height: info.height } : null
      }),
    toSquareWebp: (bytes, side) => encode(binding, bytes, { width: side, height: side, fit: "cover" }, "image/webp"),
    toWebp: (bytes, side) => encode(binding, bytes, { width: side, height: side, fit: "scale-down" }, "image/webp"),
    toPng: (bytes, side) => encode(binding, bytes, { width: side, height: side, fit: "scale-down" }, "image/png"),
    toWidth: (bytes, width, format) => encode(binding, bytes, { width, fit: "scale-down" }, `image/${format}`),
    isAvailable: async () => (await encode(binding, probe, { width: 1 }, "image/webp")) !== null,
  }
}

/** A PNG of one pixel. */
const probe = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="),
  (char) => char.charCodeAt(0),
)

function encode(
  binding: ImagesBinding,
  bytes: Uint8Array<ArrayBuffer>,
  transform: ImageTransform,
  format: "image/webp" | "image/avif" | "image/png",
) {
  return attempt("images.not_transformed", async () => {
    const result = await binding
      .input(streamOf(bytes))
      .transform(transform)
      .output({ format, quality: 85, anim: false })
    return new Uint8Array(await new Response(result.image()).arrayBuffer())
  })
}

/** The binding throws alike for unreadable images and for its own failures; the log has the cause. */
async function attempt<Result>(event: string, run: () => Promise<Result>): Promise<Result | null> {
  try {
    return await run()
  } catch (error) {
    logLine("warn", event, describeError(error))
    return null
  }
}

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream()
}
