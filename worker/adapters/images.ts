import type { Images } from "~/domain/ports/images"
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
    toSquareWebp: (bytes, side) => toWebp(binding, bytes, side, "cover"),
    toWebp: (bytes, side) => toWebp(binding, bytes, side, "scale-down"),
  }
}

function toWebp(binding: ImagesBinding, bytes: Uint8Array<ArrayBuffer>, side: number, fit: "cover" | "scale-down") {
  return attempt("images.not_transformed", async () => {
    const result = await binding
      .input(streamOf(bytes))
      .transform({ width: side, height: side, fit })
      .output({ format: "image/webp", quality: 85, anim: false })
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
