import type { Ctx } from "../core/context"
import { variantFolder } from "./photos/policy"
import { clearUploadKey, findFiles } from "./uploads/processing-queries.server"

type WithFiles = Pick<Ctx, "db" | "files" | "now">

/**
 * Deletes the files of a removed or rejected media item; of one that an appeal may bring back the original alone, of any
 * other nothing. Safe to repeat.
 */
export async function deleteMediaFiles(ctx: WithFiles, id: string): Promise<void> {
  const places = await findFiles(ctx.db, id)
  if (places && places.state !== "deleted" && places.state !== "rejected") return
  // Without a row, its profile was erased while a worker still wrote.
  const isHeld = places?.state === "rejected" && (places.held_until ?? 0) > ctx.now()
  const folder = isHeld ? null : places ? places.storage_key : variantFolder(id)
  if (folder) {
    const files = await ctx.files.list(`${folder}/`)
    await ctx.files.delete(files.map(({ key }) => key))
  }
  if (!places?.upload_key) return
  await ctx.files.delete([places.upload_key])
  await clearUploadKey(ctx.db, id)
}

/** Deletes the original of an approved media item. */
export async function deleteOriginal(ctx: WithFiles, id: string): Promise<void> {
  const places = await findFiles(ctx.db, id)
  if (places?.state !== "approved" || !places.upload_key) return
  await ctx.files.delete([places.upload_key])
  await clearUploadKey(ctx.db, id)
}
