import { Hono } from "hono"
import type { AppEnv } from "../env"

/** Lifetime of the static icons (public/_headers) and of our icon cache (product-spec 9). */
const hours = 168
const svg = "http://www.w3.org/2000/svg"
/** The dashed circle of lucide.dev (ISC). */
const neutral = `<svg xmlns="${svg}" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M10.1 2.182a10 10 0 0 1 3.8 0"/><path d="M13.9 21.818a10 10 0 0 1-3.8 0"/><path d="M17.609 3.721a10 10 0 0 1 2.69 2.7"/><path d="M2.182 13.9a10 10 0 0 1 0-3.8"/><path d="M20.279 17.609a10 10 0 0 1-2.7 2.69"/><path d="M21.818 10.1a10 10 0 0 1 0 3.8"/><path d="M3.721 6.391a10 10 0 0 1 2.7-2.69"/><path d="M6.391 20.279a10 10 0 0 1-2.69-2.7"/></svg>\n`
const headers = {
  "Cache-Control": `public, max-age=${hours * 60 * 60}`,
  "Content-Type": "image/svg+xml",
  ETag: '"neutral-1"',
}

/** Serves a neutral icon for `/icons/lucide/{name}.svg` without a file: staff named an icon that does not exist. */
export const icons = new Hono<AppEnv>().get("/lucide/:file{[a-z0-9-]{1,60}\\.svg}", (c) =>
  c.req.header("If-None-Match") === headers.ETag ? c.body(null, 304, headers) : c.body(neutral, 200, headers),
)
