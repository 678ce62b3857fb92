import type { Page } from "@playwright/test"
import { bareAddress } from "../test"

/** Returns the API's response for the page's own reader. */
export async function fromApi<Answer>(page: Page, path: string): Promise<Answer> {
  if (page.url() === "about:blank") await page.goto(bareAddress)
  return page.evaluate(async (address) => (await fetch(address)).json(), `/api${path}`)
}

/** Returns slugs of the demo, oldest of a page first: the newest profiles may be other tests', which end them meanwhile. */
export async function demoSlugs(page: Page): Promise<string[]> {
  const list = await fromApi<{ data: { slug: string }[] }>(page, "/profiles?show=96&sort=newest")
  return list.data.map(({ slug }) => slug).toReversed()
}

/** Returns the videos of a profile that has any, with captions: those of other tests may have none. */
export async function pathWithVideos(page: Page): Promise<string> {
  for (const slug of await demoSlugs(page)) {
    const videos = await fromApi<{ data: { captions: string[] }[] }>(page, `/profiles/${slug}/videos`)
    if (videos.data[0]?.captions.length) return `/escorts/${slug}/videos`
  }
  throw new Error("No profile of the demo has a public video")
}
