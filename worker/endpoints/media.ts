import { Hono } from "hono"
import { findServedAvatar } from "~/domain/media/avatars.server"
import { PassQuery } from "~/domain/media/schema"
import { findServedMedia } from "~/domain/media/service.server"
import { AppError } from "~/lib/errors"
import type { AppContext, AppEnv } from "../env"
import { isSameVersion, readRange } from "../http/byte-range"
import { isKeepable, keepPicture, publicCaching } from "../middleware/kept-pictures"
import { currentEpochs, readFrom } from "../middleware/public-epochs"

/** An object in R2 with its caching policy. */
interface Served {
  key: string
  contentType: string
  cacheControl: string
}

/** Browsers' copies outlive a block by at most an hour; then the strong ETag revalidates them. */
const avatarCaching = "private, max-age=3600, must-revalidate"

export const media = new Hono<AppEnv>()
  /** Serves a member's picture to signed-in users. */
  .get("/avatars/:user/:name", async (c) => {
    const { user, name } = c.req.param()
    const key = await findServedAvatar(c.var.ctx, user, name)
    return respond(c, { key, contentType: "image/webp", cacheControl: avatarCaching }, null)
  })
  /**
   * Serves a picture, video or captions of a published profile. A private one requires a pass (`?e=…&s=…`), the session that it was
   * issued to, and that session's current permissions; it is never cached.
   */
  .get("/:id/:variant", async (c) => {
    const { id, variant } = c.req.param()
    const pass = PassQuery.safeParse(c.req.query())
    const epochs = isKeepable(c) ? await currentEpochs(c) : null
    if (epochs) readFrom(c, epochs)
    const { isPublic, ...found } = await findServedMedia(c.var.ctx, id, variant, pass.data ?? null)
    const served = { ...found, cacheControl: isPublic ? publicCaching(c) : "private, no-store" }
    if (c.req.method === "HEAD") return respondHead(c, served)
    if (c.req.header("Range")) return respondRange(c, served)
    const response = await respond(c, served, null)
    if (epochs && isPublic && response.status === 200) keepPicture(c, epochs, response)
    return response
  })

async function respondHead(c: AppContext, found: Served): Promise<Response> {
  const object = await existing(c.env.MEDIA.head(found.key))
  return c.body(null, 200, { ...headersOf(found, object), "Content-Length": String(object.size) })
}

/** Reads the size first: R2 returns the whole object for an unsatisfiable range. */
async function respondRange(c: AppContext, found: Served): Promise<Response> {
  const { size, httpEtag, uploaded } = await existing(c.env.MEDIA.head(found.key))
  const isWanted = isSameVersion(c.req.header("If-Range"), httpEtag, uploaded.toUTCString())
  const range = isWanted ? readRange(c.req.header("Range"), size) : null
  if (range === "unsatisfiable") return c.body(null, 416, { "Content-Range": `bytes */${size}` })
  return respond(c, found, range)
}

async function respond(c: AppContext, found: Served, range: { offset: number; length: number } | null) {
  const asked = c.req.raw.headers
  const object = await existing(c.env.MEDIA.get(found.key, { onlyIf: asked, range: range ?? undefined }))
  const headers = headersOf(found, object)
  if (!("body" in object)) {
    const isSafe = asked.has("If-None-Match") || asked.has("If-Modified-Since")
    return c.body(null, isSafe ? 304 : 412, headers)
  }
  if (!range) return c.body(object.body, 200, { ...headers, "Content-Length": String(object.size) })
  const { offset, length } = range
  return c.body(object.body, 206, {
    ...headers,
    "Content-Length": String(length),
    "Content-Range": `bytes ${offset}-${offset + length - 1}/${object.size}`,
  })
}

async function existing<Found extends R2Object>(object: Promise<Found | null>): Promise<Found> {
  const found = await object
  if (!found) throw new AppError("request.not_found")
  return found
}

function headersOf({ contentType, cacheControl }: Served, object: R2Object): Record<string, string> {
  return {
    "Content-Type": contentType,
    "Cache-Control": cacheControl,
    "Accept-Ranges": "bytes",
    ETag: object.httpEtag,
    "Last-Modified": object.uploaded.toUTCString(),
  }
}
