import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { ListingQuery, type Moved } from "~/domain/profiles/schema"
import { getAlbum, getPrivate, getPublicProfile, getServices, getVideos } from "~/domain/profiles/sections.server"
import { findProfiles } from "~/domain/profiles/service.server"
import { AppError } from "~/lib/errors"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses } from "../openapi/document"
import { Card } from "../openapi/schemas"

const cents = z.number().int().meta({ description: "Euro cents" })
const time = z.number().int().meta({ description: "Epoch milliseconds" })
const color = z.string().meta({ description: "`#rrggbb`, to show until the picture is there" })

const Photo = z.object({ id: z.string(), width: z.number().int(), height: z.number().int(), color }).meta({
  id: "Photo",
  description: "At `/media/{id}/{width}.avif` and `.webp`: 320, 640, 1280, 2048 or its own width",
})

const Video = Photo.extend({
  duration: z.number().meta({ description: "Seconds" }),
  captions: z.array(z.string()).meta({ description: "Languages; at `/media/{id}/captions.{language}.vtt`" }),
}).meta({ id: "Video", description: "At `/media/{id}/video.mp4`; its poster as a photo" })

const Pass = z
  .object({ query: z.string().meta({ description: "Follows the medium's address" }), expires_at: time })
  .meta({ id: "Pass" })

const ServiceGroup = z
  .object({
    category: z.string(),
    services: z.array(
      z.object({
        name: z.string(),
        note: z.string().nullable(),
        price: cents.nullable(),
        duration: z.number().int().nullable().meta({ description: "Minutes" }),
      }),
    ),
  })
  .meta({ id: "ServiceGroup" })

const Place = z.object({ slug: z.string(), name: z.string() })

const Profile = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    headline: z.string(),
    quote: z.string(),
    about: z.string(),
    city: Place.extend({ region: z.string() }),
    category: Place,
    hourly_rate: cents,
    minimum_hours: z.number(),
    languages: z.array(z.string()),
    verified_at: time.nullable(),
    member_since: time,
    updated_at: time,
    is_available: z.boolean(),
    photo_count: z.number().int(),
    video_count: z.number().int(),
    private_photo_count: z.number().int(),
    private_video_count: z.number().int(),
    service_count: z.number().int(),
    sees_private: z.boolean(),
    photos: z.array(Photo).meta({ description: "The first of them" }),
    services: z.array(ServiceGroup).meta({ description: "The first of them" }),
    nearby: z.array(Card),
    nearby_total: z.number().int(),
  })
  .meta({ id: "Profile" })

const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ data: z.array(schema), next_cursor: z.string().nullable() })

const params = z.object({ slug: z.string().max(80) })
const security: Record<string, string[]>[] = [{}, { bearer: [] }, { cookie: [] }]

const list = createRoute({
  method: "get",
  path: "/",
  tags: ["profiles"],
  summary: "The listing",
  description: "Keeps to every filter that is given. `before` takes a `next_cursor`, `after` a `previous_cursor`.",
  request: { query: ListingQuery },
  responses: {
    ...responses(
      200,
      "A page of it. `total` is null where only counting would tell",
      listOf(Card).extend({ previous_cursor: z.string().nullable(), total: z.number().int().nullable() }),
    ),
    ...errorResponses(400, 422),
  },
})

const one = createRoute({
  method: "get",
  path: "/{slug}",
  tags: ["profiles"],
  summary: "A profile",
  security,
  request: { params },
  responses: { ...responses(200, "The profile", Profile), ...errorResponses(404) },
})

const gallery = createRoute({
  method: "get",
  path: "/{slug}/gallery",
  tags: ["profiles"],
  summary: "Its public pictures",
  request: { params },
  responses: { ...responses(200, "All of them", listOf(Photo)), ...errorResponses(404) },
})

const services = createRoute({
  method: "get",
  path: "/{slug}/services",
  tags: ["profiles"],
  summary: "What it offers, by category",
  request: { params },
  responses: { ...responses(200, "All of it", listOf(ServiceGroup)), ...errorResponses(404) },
})

const videos = createRoute({
  method: "get",
  path: "/{slug}/videos",
  tags: ["profiles"],
  summary: "Its public videos",
  request: { params },
  responses: { ...responses(200, "All of them", listOf(Video)), ...errorResponses(404) },
})

const privateMedia = createRoute({
  method: "get",
  path: "/{slug}/private",
  tags: ["profiles"],
  summary: "Its private pictures and videos",
  description:
    "For premium members, each with a pass that opens it for five minutes to the session that asked. Everyone else is told how many there are.",
  security,
  request: { params },
  responses: {
    ...responses(
      200,
      "Photos first. Without the right to see them, none",
      listOf(
        z.union([
          Photo.extend({ kind: z.literal("photo"), pass: Pass }),
          Video.extend({ kind: z.literal("video"), pass: Pass }),
        ]),
      ).extend({ is_open: z.boolean(), photo_count: z.number().int(), video_count: z.number().int() }),
    ),
    ...errorResponses(404),
  },
})

/** All of a list that has no pages. */
const whole = <Item>(data: Item[]) => ({ data, next_cursor: null })

/** What a profile has under this slug, or under the one that it was renamed to. Throws `request.not_found`. */
async function redirectRenamedSlug<Found extends object>(
  slug: string,
  get: (slug: string) => Promise<Found | Moved | null>,
): Promise<Found> {
  const found = await get(slug)
  if (!found) throw new AppError("request.not_found")
  return "moved" in found ? redirectRenamedSlug(found.moved as string, get) : found
}

export const profiles = createApi()
  .openapi(list, async (c) => {
    const { profiles: data, total, next_cursor, previous_cursor } = await findProfiles(c.var.ctx, c.req.valid("query"))
    return c.json({ data, next_cursor, previous_cursor, total }, 200)
  })
  .openapi(one, async (c) => {
    return c.json(
      await redirectRenamedSlug(c.req.valid("param").slug, (slug) => getPublicProfile(c.var.ctx, slug)),
      200,
    )
  })
  .openapi(gallery, async (c) => {
    const { content } = await redirectRenamedSlug(c.req.valid("param").slug, (slug) => getAlbum(c.var.ctx, slug, false))
    return c.json(whole(content.photos.map(({ pass, ...photo }) => photo)), 200)
  })
  .openapi(services, async (c) => {
    const { content } = await redirectRenamedSlug(c.req.valid("param").slug, (slug) => getServices(c.var.ctx, slug))
    return c.json(whole(content), 200)
  })
  .openapi(videos, async (c) => {
    const { content } = await redirectRenamedSlug(c.req.valid("param").slug, (slug) => getVideos(c.var.ctx, slug))
    return c.json(whole(content), 200)
  })
  .openapi(privateMedia, async (c) => {
    const { content, profile } = await redirectRenamedSlug(c.req.valid("param").slug, (slug) =>
      getPrivate(c.var.ctx, slug),
    )
    const counts = { photo_count: profile.private_photo_count, video_count: profile.private_video_count }
    if (!content.is_open) return c.json({ ...whole([]), is_open: false, ...counts }, 200)
    const data = [
      ...content.photos.map((photo) => ({ kind: "photo" as const, ...photo })),
      ...content.videos.map((video) => ({ kind: "video" as const, ...video })),
    ]
    return c.json({ ...whole(data), is_open: true, ...counts }, 200)
  })
