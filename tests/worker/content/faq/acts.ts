import { env } from "cloudflare:workers"
import { expect } from "vitest"
import { fetchApp, fr, withAccess } from "../../helpers/app"
import { submit } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { insertMedia } from "../../helpers/rows"

/** Opens an address as a visitor who has passed the gate and the age notice. */
export const visit = async (path: string, init: RequestInit = {}) => fetchApp(path, await withAccess(init))

/** Returns a page's visible text: without scripts, which hold texts that it may not show, and React's comments. */
export const textOf = async (page: Response) =>
  (await page.text()).replace(/<script\b.*?<\/script>/gs, "").replaceAll("<!-- -->", "")

/** Inserts a medium with a file to serve. */
export async function mediaWithFile(row: Parameters<typeof insertMedia>[0]) {
  const medium = await insertMedia(row)
  for (const name of ["640.webp", "video.mp4"]) await env.MEDIA.put(`${medium.storageKey}/${name}`, "bytes")
  return medium
}

/** Sends a member's message about their membership by the contact page, which the FAQ links. */
export async function writeToUs(): Promise<void> {
  const { cookie } = await insertMember()
  const headers = { Cookie: cookie }
  for (const path of ["/contact", `${fr}/contact`]) expect((await visit(path)).status).toBe(200)
  const sent = await submit("/contact", { category: "membership", message: "About my membership." }, { headers })
  expect([sent.status, sent.headers.get("Location")]).toEqual([302, expect.stringMatching(/^\/contact\/.*T-/)])
}
