import type { Ctx } from "../core/context"
import { uploadFolder } from "../media/photos/policy"
import { discardVideosOf } from "../media/videos/sweep.server"
import { pictureFolder } from "../support/applications/service.server"
import * as queries from "./queries.server"

/** A user's file, and its name in their export. */
export interface OwnFile {
  key: string
  name: string
  size: number
}

export const exportFolder = (userId: string) => `exports/${userId}/`
/** Lists that staff exported (domain/resources/exports), for a week. */
export const officeExports = "exports/resources/"
const avatarFolder = (userId: string) => `avatars/${userId}/`

/**
 * Returns a user's files: their avatar, their application's pictures, and the best variant of each photo and video of
 * their profile.
 */
export async function findOwnFiles(ctx: Pick<Ctx, "db" | "files">, userId: string): Promise<OwnFile[]> {
  const { media, applications } = await queries.findOwnUploads(ctx.db, userId)
  const own: OwnFile[] = []
  for (const { key, size } of await ctx.files.list(avatarFolder(userId))) {
    own.push({ key, size, name: `files/avatar/${key.slice(avatarFolder(userId).length)}` })
  }
  for (const { id } of applications) {
    for (const { key, size } of await ctx.files.list(pictureFolder(id))) {
      own.push({ key, size, name: `files/application/${key.slice(pictureFolder(id).length)}` })
    }
  }
  for (const { id, kind, storage_key, upload_key } of media) {
    const best = bestVariant(kind, await ctx.files.list(`${storage_key}/`))
    const original = upload_key && !best ? await ctx.files.list(upload_key) : []
    for (const file of original) own.push({ ...file, name: `files/${kind}s/${id}` })
    if (best) own.push({ ...best, name: `files/${kind}s/${id}${/\.\w+$/.exec(best.key)?.[0] ?? ""}` })
  }
  return own
}

/** Returns a video's film or a photo's widest WebP, the format that most programs open. */
function bestVariant(kind: string, files: { key: string; size: number }[]) {
  if (kind === "video") return files.find(({ key }) => /\.(mp4|webm)$/.test(key))
  const width = (key: string) => Number(/\/(\d+)\.webp$/.exec(key)?.[1] ?? 0)
  return files.filter(({ key }) => width(key) > 0).toSorted((a, b) => width(b.key) - width(a.key))[0]
}

/**
 * Deletes a user's avatar, exports, uploads and applications' pictures, the files of their media, and every list
 * that staff exported: any of them may name the user, and staff can export it again.
 */
export async function deleteOwnFiles(ctx: Pick<Ctx, "db" | "files" | "now" | "videos">, userId: string): Promise<void> {
  await discardVideosOf(ctx, userId)
  const { media, applications, profiles } = await queries.findUploadsToErase(ctx.db, userId)
  await queries.failListExports(ctx.db)
  const folders = [
    avatarFolder(userId),
    exportFolder(userId),
    officeExports,
    ...media.map(({ storage_key }) => `${storage_key}/`),
    ...applications.map(({ id }) => pictureFolder(id)),
    ...profiles.map(({ id }) => uploadFolder(id)),
  ]
  for (const folder of folders) {
    const files = await ctx.files.list(folder)
    await ctx.files.delete(files.map(({ key }) => key))
  }
}
