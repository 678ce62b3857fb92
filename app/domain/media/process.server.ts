import type { Ctx } from "../core/context"
import { processPhoto } from "./photos/process.server"
import { findKind } from "./queries.server"
import { processVideo } from "./videos/process.server"

/** Processes an uploaded photo or video; see `processPhoto` and `processVideo`. */
export async function processMediaItem(ctx: Ctx, id: string): Promise<void> {
  return (await findKind(ctx.db, id)) === "video" ? processVideo(ctx, id) : processPhoto(ctx, id)
}
