import type { Page } from "@playwright/test"
import sharp from "sharp"
import { ask } from "../chat-people"

type MediaItem = { id: string; state: string; version: number }

/**
 * Returns a picture of the demo's people, about half as wide: the queue encodes one picture at a time here, for seconds, and
 * what is uploaded next waits behind all of them.
 */
export function smallPortrait(name: string): Promise<Buffer> {
  const path = new URL(`../../../scripts/seed/demo/people/${name}.webp`, import.meta.url).pathname
  return sharp(path).resize(420).webp().toBuffer()
}

/** Lists the photos and videos of the page's member. */
export async function mediaOf(page: Page): Promise<MediaItem[]> {
  const list = await ask<{ data: MediaItem[] }>(page, { method: "GET", path: "/me/profile/media" })
  return list.data
}

/** Deletes what an earlier run has uploaded. */
export async function deleteUploads(page: Page): Promise<void> {
  for (const { id, state } of await mediaOf(page))
    if (state !== "approved") await ask(page, { method: "DELETE", path: `/me/profile/media/${id}` })
}

/** Changes the media of the page's member, and none of their photos: opens the upload of a video and removes it. */
export async function changeVideos(page: Page): Promise<void> {
  const { id } = await ask<MediaItem>(page, {
    method: "POST",
    path: "/me/profile/videos",
    body: {
      client_id: crypto.randomUUID(),
      bytes: 1_000,
    },
  })
  await ask(page, { method: "DELETE", path: `/me/profile/media/${id}` })
}
