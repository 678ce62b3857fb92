import type { Ctx } from "../../core/context"
import { forEachItem, type Place, placeAfter } from "../../core/shared/lane"
import { deleteMediaFiles } from "../files.server"
import { uploadLifetime } from "./policy"
import * as queries from "./queries.server"

type WithVideos = Pick<Ctx, "db" | "files" | "now" | "videos">

const atOnce = 100

/** Gives up uploads that nobody continued for three days, with what is stored of them; runs nightly. */
export async function sweepUploads(ctx: WithVideos & Pick<Ctx, "logError">, place: Place = null): Promise<Place> {
  const now = ctx.now()
  const ids = await queries.findAbandoned(ctx.db, now - uploadLifetime, place ?? "", atOnce)
  await forEachItem(
    ctx,
    ids,
    (id) => id,
    async (id) => {
      if (await queries.dropUpload(ctx.db, id, now, now - uploadLifetime)) await deleteVideoFiles(ctx, id)
    },
  )
  return placeAfter(ids, atOnce, (id) => id)
}

/** Deletes the files of a removed or rejected media item and, of a video, its upload; of any other nothing. Safe to repeat. */
export async function deleteVideoFiles(ctx: WithVideos, id: string): Promise<void> {
  const upload = await queries.findUpload(ctx.db, id)
  if (upload?.key && (upload.state === "deleted" || upload.state === "rejected"))
    await ctx.videos.discard({ ...upload, key: upload.key })
  await deleteMediaFiles(ctx, id)
}

/** Deletes what the provider holds of a user's videos, before the rows that name it are erased. */
export async function discardVideosOf(ctx: WithVideos, userId: string): Promise<void> {
  for (const upload of await queries.findUploadsOf(ctx.db, userId)) {
    if (upload.key) await ctx.videos.discard({ ...upload, key: upload.key })
  }
}
