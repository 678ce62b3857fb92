import { sql } from "drizzle-orm"
import { read } from "~/db/client.server"
import { pictureFolder } from "../casting/service.server"
import type { Ctx } from "../context"
import { ofSender } from "./registry"

/** A user's file, and its name in their export. */
export interface OwnFile {
  key: string
  name: string
  size: number
}

export const exportFolder = (userId: string) => `exports/${userId}/`
const avatarFolder = (userId: string) => `avatars/${userId}/`

/**
 * Returns a user's files: their avatar, their application's pictures, and the best variant of each photo and video of
 * their profile.
 */
export async function findOwnFiles(ctx: Pick<Ctx, "db" | "files">, userId: string): Promise<OwnFile[]> {
  const [media, applications] = await read<[{ id: string; kind: string; storage_key: string }, { id: string }]>(
    ctx.db,
    sql<{ id: string; kind: string; storage_key: string }>`SELECT m.id, m.kind, m.storage_key
      FROM media AS m JOIN profiles AS p ON p.id = m.profile_id WHERE p.owner_id = ${userId} ORDER BY m.position, m.id`,
    // Without visitors' applications with this address: a stranger may have typed it, and pictures are more sensitive
    // than text.
    sql<{ id: string }>`SELECT id FROM applications WHERE user_id = ${userId}`,
  )
  const own: OwnFile[] = []
  for (const { key, size } of await ctx.files.list(avatarFolder(userId))) {
    own.push({ key, size, name: `files/avatar/${key.slice(avatarFolder(userId).length)}` })
  }
  for (const { id } of applications) {
    for (const { key, size } of await ctx.files.list(pictureFolder(id))) {
      own.push({ key, size, name: `files/application/${key.slice(pictureFolder(id).length)}` })
    }
  }
  for (const { id, kind, storage_key } of media) {
    const best = bestVariant(kind, await ctx.files.list(`${storage_key}/`))
    if (best) own.push({ ...best, name: `files/${kind}s/${id}${/\.\w+$/.exec(best.key)?.[0] ?? ""}` })
  }
  return own
}

/** Returns a video's film or a photo's widest WebP, the format that most programs open. */
function bestVariant(kind: string, files: { key: string; size: number }[]) {
  if (kind === "video") return files.find(({ key }) => key.endsWith(".mp4"))
  const width = (key: string) => Number(/\/(\d+)\.webp$/.exec(key)?.[1] ?? 0)
  return files.filter(({ key }) => width(key) > 0).toSorted((a, b) => width(b.key) - width(a.key))[0]
}

/** Deletes a user's avatar, exports and applications' pictures, and media that only their profile uses. */
export async function deleteOwnFiles(ctx: Pick<Ctx, "db" | "files">, userId: string): Promise<void> {
  const [media, applications] = await read<[{ storage_key: string }, { id: string }]>(
    ctx.db,
    sql<{ storage_key: string }>`SELECT DISTINCT m.storage_key FROM profiles AS p JOIN media AS m ON m.profile_id = p.id
      WHERE p.owner_id = ${userId} AND NOT EXISTS (
        SELECT 1 FROM media AS other WHERE other.storage_key = m.storage_key AND other.profile_id <> m.profile_id)`,
    sql<{ id: string }>`SELECT id FROM applications WHERE ${ofSender(userId)}`,
  )
  const folders = [
    ...[avatarFolder(userId), exportFolder(userId)],
    ...media.map(({ storage_key }) => `${storage_key}/`),
    ...applications.map(({ id }) => pictureFolder(id)),
  ]
  for (const folder of folders) {
    const files = await ctx.files.list(folder)
    await ctx.files.delete(files.map(({ key }) => key))
  }
}
