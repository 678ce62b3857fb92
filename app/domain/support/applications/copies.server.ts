import { DAY, MINUTE } from "~/lib/time"
import type { Ctx } from "../../core/context"
import { type Place, placeAfter } from "../../core/shared/lane"
import { storePhoto } from "../../media/photos/upload.server"
import { findByClient } from "../../media/uploads/queries.server"
import * as pictureQueries from "./picture-queries.server"
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
  for (const id of await pictureQueries.findPictureIds(ctx.db, applicationId, isStill)) {
    const file = (await findByClient(ctx.db, profileId, id)) ? null : await ctx.files.read(keyOf(applicationId, id))
    if (file) {
      const bytes = new Uint8Array(await new Response(file.body).arrayBuffer())
      await storePhoto(ctx, { profileId, clientId: id, visibility: "private", crop: null }, bytes, isStill)
    }
    await pictureQueries.markCopied(ctx.db, id, ctx.now())
  }
}

/** The cron leaves a copy to its job for so long, and to staff after a week (ms). */
const patience = 5 * MINUTE
const max = 7 * DAY
const atOnce = 100

/** Enqueues the copies whose job was lost; runs every five minutes. */
export async function requeuePictures(
  ctx: Pick<Ctx, "db" | "now" | "enqueueJob">,
  place: Place = null,
): Promise<Place> {
  const now = ctx.now()
  const span = { from: now - max, until: now - patience }
  const uncopied = await pictureQueries.findUncopied(ctx.db, span, place ?? "", atOnce)
  for (const { id: applicationId, profile_id: profileId } of uncopied)
    ctx.enqueueJob({ kind: "application_pictures", applicationId, profileId })
  return placeAfter(uncopied, atOnce, ({ id }) => id)
}
