import { Hono } from "hono"
import { findServedAvatar } from "~/domain/accounts/avatar.server"
import { findServedMedia } from "~/domain/media/service.server"
import { AppError } from "~/lib/errors"
import type { AppContext, AppEnv } from "./environment"

export const media = new Hono<AppEnv>()
  /** A member's picture, for people who are signed in. */
  .get("/avatars/:user/:name", async (c) => {
    const { user, name } = c.req.param()
    return serve(c, await findServedAvatar(c.var.ctx, user, name), "image/webp", "private")
  })
  /** A public picture of a published profile, in one of its variants. While the gate is closed, only those who passed it may keep a copy. */
  .get("/:id/:variant", async (c) => {
    const { id, variant } = c.req.param()
    const { key, contentType } = await findServedMedia(c.var.ctx, id, variant)
    return serve(c, key, contentType, c.var.config.ACCESS_KEY ? "private" : "public")
  })

/** An object that never changes under its address. */
async function serve(c: AppContext, key: string, contentType: string, whose: "private" | "public") {
  const object = await c.env.MEDIA.get(key, { onlyIf: c.req.raw.headers })
  if (!object) throw new AppError("request.not_found")
  const headers = { ETag: object.httpEtag, "Cache-Control": `${whose}, max-age=31536000, immutable` }
  if (!("body" in object)) return c.body(null, 304, headers)
  return c.body(object.body, 200, { ...headers, "Content-Type": contentType, "Content-Length": String(object.size) })
}
