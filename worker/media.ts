import { Hono } from "hono"
import { findServedMedia } from "~/domain/media/service.server"
import { AppError } from "~/lib/errors"
import type { AppEnv } from "./environment"

/** `/media/{id}/{variant}`: a public picture of a published profile, in one of its variants. */
export const media = new Hono<AppEnv>().get("/:id/:variant", async (c) => {
  const { id, variant } = c.req.param()
  const { key, contentType } = await findServedMedia(c.var.ctx, id, variant)
  const object = await c.env.MEDIA.get(key, { onlyIf: c.req.raw.headers })
  if (!object) throw new AppError("request.not_found")
  // While the gate is closed, only those who passed it may keep a copy.
  const whose = c.var.config.ACCESS_KEY ? "private" : "public"
  const headers = { ETag: object.httpEtag, "Cache-Control": `${whose}, max-age=31536000, immutable` }
  if (!("body" in object)) return c.body(null, 304, headers)
  return c.body(object.body, 200, { ...headers, "Content-Type": contentType, "Content-Length": String(object.size) })
})
