import type { Ctx } from "../context"
import { findByClient } from "../media/uploads/queries.server"
import { storePhoto } from "../photos/upload.server"
import { keyOf } from "./pictures.server"
import * as queries from "./queries.server"

/**
 * Copies the pictures of an accepted application to the profile that it led to, as private photos that await
 * processing and review. A picture's id is the photo's `client_id`: a copy that exists, or that the owner removed, is
 * not made again. Skips pictures whose file is gone. Throws `media.unavailable`, for a retry.
 */
export async function copyPictures(
  ctx: Pick<Ctx, "db" | "files" | "now" | "enqueueJob">,
  { applicationId, profileId }: { applicationId: string; profileId: string },
): Promise<void> {
  // Also while copying: the application may be withdrawn, and its pictures with it.
  const isStill = queries.isOfProfile(applicationId, profileId)
  for (const id of await queries.findPictureIds(ctx.db, applicationId, isStill)) {
    if (await findByClient(ctx.db, profileId, id)) continue
    const file = await ctx.files.read(keyOf(applicationId, id))
    if (!file) continue
    const bytes = new Uint8Array(await new Response(file.body).arrayBuffer())
    await storePhoto(ctx, { profileId, clientId: id, visibility: "private", crop: null }, bytes, isStill)
  }
}
