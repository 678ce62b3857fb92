import { env } from "cloudflare:workers"
import { fetchApp, withAccess } from "../../helpers/app"
import { insertMedia } from "../../helpers/rows"

/** Opens an address as a visitor who has passed the gate and the age notice. */
export const visit = async (path: string, init: RequestInit = {}) => fetchApp(path, await withAccess(init))

/** Returns a page's visible text: without scripts, which hold texts that it may not show, and React's comments. */
export const textOf = async (page: Response) =>
  (await page.text()).replace(/<script\b.*?<\/script>/gs, "").replaceAll("<!-- -->", "")

/** Inserts a media item with a file to serve. */
export async function mediaWithFile(row: Parameters<typeof insertMedia>[0]) {
  const mediaItem = await insertMedia(row)
  for (const name of ["640.webp", "video.mp4"]) await env.MEDIA.put(`${mediaItem.storageKey}/${name}`, "bytes")
  return mediaItem
}
