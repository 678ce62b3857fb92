import * as z from "zod"
import { videoTypes } from "~/db/schema/profiles/media"
import { replySpeeds } from "~/db/schema/profiles/profiles"
import { privateAudiences } from "~/domain/chat/limits"
import { type DayPart, dayParts, weekParts } from "~/domain/profiles/content/rhythm"
import { maxValues, priceSteps } from "~/domain/profiles/listing/filter-values"
import { maxCounted, maxPage, pageSize } from "~/domain/profiles/listing-parameters"
import { ListingQuery, type Moved, privateNeeds } from "~/domain/profiles/schema"
import { readSearch } from "~/domain/profiles/search/search.server"
import { getAlbum, getPrivate, getPublicProfile, getServices, getVideos } from "~/domain/profiles/sections.server"
import { findProfiles } from "~/domain/profiles/service.server"
import { AppError } from "~/lib/errors"
import { describeFields } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { Card, cents, epochMs, language, pageOf, wholeListOf } from "../openapi/schemas"

const tag = "profiles"
const color = z.string().meta({ description: "`#rrggbb`, a placeholder while it loads" })
const pixels = z.number().int().meta({ description: "Pixels" })
const slugs = "A former slug of a renamed profile works too."

const alt = z.string().meta({ description: "What it shows, in the request's language; may be empty" })
const Photo = z.object({ id: z.string(), width: pixels, height: pixels, color, alt }).meta({
  id: "Photo",
  description:
    "Served at `/media/{id}/{width}.avif` and `/media/{id}/{width}.webp`, with a width of 320, 640, 1280, 2048 or its own",
})

const Video = Photo.extend({
  type: z.enum(videoTypes),
  title: z.string().meta({ description: "In your language, or in another one; empty without a title" }),
  description: z.string(),
  duration: z.number().meta({ description: "Seconds" }),
  captions: z.array(language).meta({
    description: "Languages (ISO 639-1) of the captions, served at `/media/{id}/captions.{language}.vtt`",
  }),
}).meta({ id: "Video", description: "Served at `/media/{id}/video.{type}`, its poster like a photo" })

const Pass = z
  .object({
    query: z.string().meta({ description: "Append it to the path, such as `/media/{id}/640.webp{query}`" }),
    expires_at: epochMs,
  })
  .meta({ id: "Pass", description: "A signature that opens a private picture or video to this session" })

const Place = z.object({ slug: z.string(), name: z.string() })

const Times = z
  .object({
    rhythm: z
      .array(z.enum(weekParts as [DayPart, ...DayPart[]]))
      .meta({ description: "The parts of the week in which they usually have time" }),
    days: z
      .array(z.object({ day: z.iso.date(), free: z.array(z.enum(dayParts)) }))
      .meta({ description: "The next seven days, with the parts in which they are free; none if they state no times" }),
    tours: z
      .array(z.object({ city: Place.nullable(), first_day: z.iso.date(), last_day: z.iso.date() }))
      .meta({ description: "Their tours from today on, by date; both days are included" }),
  })
  .meta({ id: "Times", description: "When the owner of a profile is free: parts of days, never an hour" })

const ServiceGroup = z
  .object({
    category: z.string(),
    services: z.array(
      z.object({
        name: z.string(),
        note: z.string().nullable(),
        note_language: language.nullable().meta({
          description: "Of the note: yours, or that of the original; null without a note",
        }),
        price: cents.nullable().meta({ description: "Euro cents; null: on request" }),
        duration: z.number().int().nullable().meta({ description: "Minutes; null: by agreement" }),
      }),
    ),
  })
  .meta({ id: "ServiceGroup" })

const Profile = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    headline: z.string(),
    quote: z.string(),
    about: z.string(),
    texts_language: language.meta({
      description: "Of headline, quote and about: yours if they are written in it, else that of the original",
    }),
    written_in: z.array(language).meta({ description: "The languages in which headline and about are written" }),
    city: Place.extend({ region: z.string() }),
    category: Place,
    hourly_rate: cents,
    minimum_hours: z.number(),
    languages: z.array(language),
    verified_at: epochMs.nullable().meta({ description: "Epoch milliseconds; null: not verified" }),
    member_since: epochMs,
    updated_at: epochMs,
    reply_speed: z
      .enum(replySpeeds)
      .nullable()
      .meta({ description: "How fast the owner usually replies; null: not known. `hours` is up to six" }),
    is_available: z.boolean(),
    times: Times,
    is_unlisted: z.boolean().meta({ description: "Keep it out of search engines: it is hidden from some countries" }),
    photo_count: z.number().int(),
    video_count: z.number().int(),
    private_photo_count: z.number().int(),
    private_video_count: z.number().int(),
    service_count: z.number().int(),
    private_for: z.enum(privateAudiences).meta({
      description:
        "Who sees the private pictures and videos: `premium` for every Premium member, `accepted` for those of them whose conversation with the owner is accepted",
    }),
    sees_private: z.boolean().meta({ description: "You may see the private pictures and videos" }),
    photos: z.array(Photo).meta({ description: "The first pictures; all are in the gallery" }),
    services: z.array(ServiceGroup).meta({ description: "The first services" }),
    nearby: z.array(Card).meta({ description: "Other profiles of the same city" }),
    nearby_total: z.number().int().meta({ description: "All other profiles of the same city" }),
  })
  .meta({ id: "Profile" })

const params = z.object({ slug: z.string().max(80) })

const several = `one, or up to ${maxValues} separated by commas, of which a profile has any`

const list = createOperation({
  method: "get",
  path: "/",
  operationId: "listProfiles",
  tag,
  summary: "List profiles",
  description:
    "Published profiles that match every given filter. With `q`, newest first, those who offer a service that one of the words names come first. 400 `filter.unknown` for an unknown city, region, category, service or language; 400 `cursor.invalid` for a malformed cursor, or one of another order or filter. Unknown parameters are ignored.",
  request: {
    query: describeFields(ListingQuery, {
      q: "Words in the name and texts, up to 100 characters. Those that name a city, a region, an occasion, a service, a language or a time, in any language, act as that filter, unless the request has it",
      category: `Slugs of categories: ${several}`,
      service: `Slugs of services: ${several}`,
      region: `Slugs of regions: ${several}`,
      city: `Slugs of cities: ${several}`,
      language: `ISO 639-1: ${several}`,
      on: "A day, YYYY-MM-DD, today or one of the next 89 (Europe/Paris): profiles whose owners are free on it, in the cities where they are then. 400 `filter.unknown` for any other",
      when: "When its owner is usually free: a day, a part of the day, or a part of a day. With `on`, a part of that day",
      min_price: `The lowest price by the hour, in euros: ${priceSteps.join(", ")}`,
      max_price: "The highest one, likewise",
      verified: "`1`: verified profiles only",
      available: "`1`: available profiles only",
      sort: "Newest first by default",
      show: `Profiles per page: a multiple of ${pageSize} up to ${maxPage}; ${pageSize} by default`,
      cursor: "The `next_cursor` or the `previous_cursor` of a page",
    }),
  },
  responses: responses(
    200,
    "A page of profiles",
    pageOf(Card).extend({
      previous_cursor: z
        .string()
        .nullable()
        .meta({ description: "The cursor of the previous page; null if there is none" }),
      total: z
        .number()
        .int()
        .nullable()
        .meta({ description: `All matches; null: more than ${maxCounted}` }),
    }),
  ),
  errors: ["cursor.invalid", "filter.unknown"],
})

const one = createOperation({
  method: "get",
  path: "/{slug}",
  operationId: "getProfile",
  tag,
  summary: "Get a profile",
  description: slugs,
  guard: "optionalUser",
  request: { params },
  responses: responses(200, "The profile", Profile),
  errors: ["request.not_found"],
})

const gallery = createOperation({
  method: "get",
  path: "/{slug}/gallery",
  operationId: "listProfilePhotos",
  tag,
  summary: "List the public pictures of a profile",
  description: slugs,
  request: { params },
  responses: responses(200, "All public pictures, in order", wholeListOf(Photo)),
  errors: ["request.not_found"],
})

const services = createOperation({
  method: "get",
  path: "/{slug}/services",
  operationId: "listProfileServices",
  tag,
  summary: "List the services of a profile",
  description: `Grouped by category. ${slugs}`,
  request: { params },
  responses: responses(200, "All services", wholeListOf(ServiceGroup)),
  errors: ["request.not_found"],
})

const videos = createOperation({
  method: "get",
  path: "/{slug}/videos",
  operationId: "listProfileVideos",
  tag,
  summary: "List the public videos of a profile",
  description: slugs,
  request: { params },
  responses: responses(200, "All public videos, in order", wholeListOf(Video)),
  errors: ["request.not_found"],
})

const privateMedia = createOperation({
  method: "get",
  path: "/{slug}/private",
  operationId: "listPrivateMedia",
  tag,
  summary: "List the private pictures and videos of a profile",
  description: `For premium members, if the owner shows them to all (\`private_for\` of the profile) or has accepted a conversation with them; each item has a signature that is valid for 5 minutes and only for this session (renew it at \`POST /media/{id}/ticket\`). Everyone else receives the counts and an empty list. ${slugs}`,
  guard: "optionalUser",
  request: { params },
  responses: responses(
    200,
    "Photos first, then videos",
    wholeListOf(
      z.union([
        Photo.extend({ kind: z.literal("photo"), pass: Pass }),
        Video.extend({ kind: z.literal("video"), pass: Pass }),
      ]),
    ).extend({
      is_open: z.boolean().meta({ description: "You may see them" }),
      needs: z.enum(privateNeeds).nullable().meta({
        description: "What would open them: Premium, or an accepted conversation with the owner; null if they are open",
      }),
      photo_count: z.number().int(),
      video_count: z.number().int(),
    }),
  ),
  errors: ["request.not_found"],
})

/** Returns the body of a list that has no pages. */
const whole = <Item>(data: Item[]) => ({ data, next_cursor: null })

/** Returns a part of the profile with this slug, or with the slug that it was renamed to. Throws `request.not_found`. */
async function followRenamedSlug<Found extends object>(
  slug: string,
  get: (slug: string) => Promise<Found | Moved | null>,
): Promise<Found> {
  const found = await get(slug)
  if (!found) throw new AppError("request.not_found")
  return "moved" in found ? followRenamedSlug(found.moved as string, get) : found
}

export const profiles = createApi()
  .openapi(list, async (c) => {
    const query = c.req.valid("query")
    const { understood } = await readSearch(c.var.ctx, query)
    const { profiles: data, total, next_cursor, previous_cursor } = await findProfiles(c.var.ctx, understood ?? query)
    return c.json({ data, next_cursor, previous_cursor, total }, 200)
  })
  .openapi(one, async (c) => {
    return c.json(await followRenamedSlug(c.req.valid("param").slug, (slug) => getPublicProfile(c.var.ctx, slug)), 200)
  })
  .openapi(gallery, async (c) => {
    const { content } = await followRenamedSlug(c.req.valid("param").slug, (slug) => getAlbum(c.var.ctx, slug, false))
    return c.json(whole(content.photos.map(({ pass, ...photo }) => photo)), 200)
  })
  .openapi(services, async (c) => {
    const { content } = await followRenamedSlug(c.req.valid("param").slug, (slug) => getServices(c.var.ctx, slug))
    return c.json(whole(content), 200)
  })
  .openapi(videos, async (c) => {
    const { content } = await followRenamedSlug(c.req.valid("param").slug, (slug) => getVideos(c.var.ctx, slug))
    return c.json(whole(content), 200)
  })
  .openapi(privateMedia, async (c) => {
    const { content, profile } = await followRenamedSlug(c.req.valid("param").slug, (slug) =>
      getPrivate(c.var.ctx, slug),
    )
    const counts = { photo_count: profile.private_photo_count, video_count: profile.private_video_count }
    if (!content.is_open) return c.json({ ...whole([]), is_open: false, needs: content.needs, ...counts }, 200)
    const data = [
      ...content.photos.map((photo) => ({ kind: "photo" as const, ...photo })),
      ...content.videos.map((video) => ({ kind: "video" as const, ...video })),
    ]
    return c.json({ ...whole(data), is_open: true, needs: null, ...counts }, 200)
  })
