import { type Queries, read } from "~/db/client.server"
import { selectCategories } from "../catalog/queries.server"
import type { Ctx } from "../context"
import { maySeePrivate } from "../media/policy"
import * as media from "../media/queries.server"
import type { Video } from "../media/schema"
import { drawPlaceholder, toPhoto, toVideo } from "../media/service.server"
import { writePass } from "../media/signed-url.server"
import { toCard, viewerOf } from "./cards.server"
import { type DayPart, parseRhythm } from "./content/rhythm"
import * as queries from "./queries.server"
import type {
  Album,
  Moved,
  OfferedService,
  PrivateSection,
  ProfileHead,
  PublicProfile,
  Section,
  ServiceGroup,
} from "./schema"

/** The portrait and the row beside it. */
const headPhotos = 6
const firstServices = 4
const nearbyCards = 4
/** A safety limit, more than any profile has. */
const sectionRows = 200
const placeholderPhotos = 5
const placeholderVideos = 1

/** A section, a redirect for a renamed profile, or null if there is none. Every section is one round trip. */
type Found<Content> = Promise<Content | Moved | null>

/** Reads the head of a published profile and the rows of a section in one round trip. */
async function readSection<Rows extends unknown[]>(
  ctx: Ctx,
  slug: string,
  ...rows: Queries<Rows>
): Found<{ profile: ProfileHead; row: queries.ProfileRow; rows: { [Index in keyof Rows]: Rows[Index][] } }> {
  const { db, locale, actor, now } = ctx
  const [found, redirects, photos, counts, ...section] = await read(
    db,
    queries.selectPublished(viewerOf(ctx), locale, slug),
    queries.selectRedirect(viewerOf(ctx), slug),
    media.selectPublicMedia(slug, "photo", headPhotos, locale),
    media.countMedia(slug),
    ...rows,
  )
  const row = found[0]
  if (!row) return redirects[0] ? { moved: redirects[0].slug } : null
  const count = (kind: "photo" | "video", visibility: "public" | "private") =>
    counts.find((one) => one.kind === kind && one.visibility === visibility)?.media ?? 0
  const profile: ProfileHead = {
    id: row.id,
    slug: row.slug,
    name: row.name,
    headline: row.headline,
    city: { slug: row.city_slug, name: row.city, region: row.region },
    category: { slug: row.category_slug, name: row.category },
    hourly_rate: row.hourly_rate,
    is_favorite: row.is_favorite === 1,
    minimum_hours: row.minimum_hours,
    languages: row.languages.split(","),
    verified_at: row.verified_at,
    member_since: row.created_at,
    updated_at: row.updated_at,
    reply_speed: row.reply_speed,
    is_available: row.available_until !== null && row.available_until > now(),
    photo_count: count("photo", "public"),
    video_count: count("video", "public"),
    private_photo_count: count("photo", "private"),
    private_video_count: count("video", "private"),
    service_count: row.service_count,
    sees_private: maySeePrivate(actor),
    photos: photos.map(toPhoto),
  }
  return { profile, row, rows: section as { [Index in keyof Rows]: Rows[Index][] } }
}

/** Returns the main section. */
export async function getPublicProfile(ctx: Ctx, slug: string): Found<PublicProfile> {
  const found = await readSection(
    ctx,
    slug,
    queries.selectServices(ctx.locale, slug, firstServices),
    queries.selectNearby(viewerOf(ctx), slug, nearbyCards + 1),
    queries.selectCityCount(viewerOf(ctx), slug),
    selectCategories(ctx.locale),
  )
  if (!found || "moved" in found) return found
  const { profile, row } = found
  const [services, nearby, count, categories] = found.rows
  return {
    ...profile,
    quote: row.quote,
    about: row.about,
    services: groupServices(services),
    nearby: nearby
      .map((other) => toCard(ctx, other, { cities: [], categories }, row.city))
      .filter((other) => other.id !== row.id)
      .slice(0, nearbyCards),
    nearby_total: count[0]?.profiles ?? 0,
  }
}

/** Returns the facts, which are all in the head, and the weekly rhythm. */
export async function getInfos(ctx: Ctx, slug: string): Found<Section<DayPart[]>> {
  const found = await readSection(ctx, slug, queries.selectRhythm(slug))
  if (!found || "moved" in found) return found
  return { profile: found.profile, content: parseRhythm(found.rows[0][0]?.rhythm ?? "") }
}

export async function getServices(ctx: Ctx, slug: string): Found<Section<ServiceGroup[]>> {
  const found = await readSection(ctx, slug, queries.selectServices(ctx.locale, slug, sectionRows))
  if (!found || "moved" in found) return found
  return { profile: found.profile, content: groupServices(found.rows[0]) }
}

/** Returns the public videos. */
export async function getVideos(ctx: Ctx, slug: string): Found<Section<Video[]>> {
  const found = await readSection(ctx, slug, media.selectPublicMedia(slug, "video", sectionRows, ctx.locale))
  if (!found || "moved" in found) return found
  return { profile: found.profile, content: found.rows[0].map((row) => toVideo(row, ctx.locale)) }
}

/** Returns the public pictures, or the private ones if wanted and permitted. */
export async function getAlbum(ctx: Ctx, slug: string, wantsPrivate: boolean): Found<Section<Album>> {
  const isPrivate = wantsPrivate && maySeePrivate(ctx.actor)
  const select = isPrivate ? media.selectPrivateMedia : media.selectPublicMedia
  const found = await readSection(ctx, slug, select(slug, "photo", sectionRows, ctx.locale))
  if (!found || "moved" in found) return found
  const photos = found.rows[0].map(async (row) => ({
    ...toPhoto(row),
    pass: isPrivate ? await writePass(ctx, row.id) : null,
  }))
  return { profile: found.profile, content: { photos: await Promise.all(photos), is_private: isPrivate } }
}

/** Returns the private media for permitted viewers, else placeholders. */
export async function getPrivate(ctx: Ctx, slug: string): Found<Section<PrivateSection>> {
  if (!maySeePrivate(ctx.actor)) return getPlaceholders(ctx, slug)
  const found = await readSection(
    ctx,
    slug,
    media.selectPrivateMedia(slug, "photo", sectionRows, ctx.locale),
    media.selectPrivateMedia(slug, "video", sectionRows, ctx.locale),
  )
  if (!found || "moved" in found) return found
  const [photos, videos] = found.rows
  return {
    profile: found.profile,
    content: {
      is_open: true,
      photos: await Promise.all(photos.map(async (row) => ({ ...toPhoto(row), pass: await writePass(ctx, row.id) }))),
      videos: await Promise.all(
        videos.map(async (row) => ({ ...toVideo(row, ctx.locale), pass: await writePass(ctx, row.id) })),
      ),
    },
  }
}

async function getPlaceholders(ctx: Ctx, slug: string): Found<Section<PrivateSection>> {
  const found = await readSection(
    ctx,
    slug,
    media.selectPlaceholders(slug, "photo", placeholderPhotos),
    media.selectPlaceholders(slug, "video", placeholderVideos),
  )
  if (!found || "moved" in found) return found
  const veils = found.rows.flat().map(({ kind, thumbhash }) => ({ kind, src: drawPlaceholder(thumbhash) }))
  return { profile: found.profile, content: { is_open: false, veils } }
}

function groupServices(rows: (OfferedService & { category: string })[]): ServiceGroup[] {
  const groups = new Map<string, OfferedService[]>()
  for (const { category, ...service } of rows) groups.set(category, [...(groups.get(category) ?? []), service])
  return [...groups].map(([category, services]) => ({ category, services }))
}
