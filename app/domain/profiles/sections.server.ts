import { type Queries, read } from "~/db/client.server"
import { profileScope } from "~/db/content-scopes"
import { trustedJson } from "~/db/statements/json"
import { type Reader, readerOf } from "../chat/hiding/reader.server"
import type { Ctx } from "../core/context"
import { addDays, dayOf } from "../core/shared/site-days"
import { maySeePrivate, viewerOf as mediaViewerOf } from "../media/private-access.server"
import * as media from "../media/queries.server"
import type { Video } from "../media/schema"
import { drawPlaceholder, toPhoto, toVideo } from "../media/service.server"
import { writePass } from "../media/signed-url.server"
import { toEntry } from "./calendar/entries.server"
import { freePartsOf } from "./calendar/free-days"
import * as calendar from "./calendar/queries.server"
import { toCard } from "./cards.server"
import { selectCategories } from "./catalog/queries.server"
import { parseRhythm } from "./content/rhythm"
import * as queries from "./queries.server"
import type {
  Album,
  Moved,
  OfferedService,
  PrivateSection,
  ProfileHead,
  ProfileTimes,
  PublicProfile,
  Section,
  ServiceGroup,
} from "./schema"

/** The portrait and the row beside it. */
const headPhotos = 6
const firstServices = 4
/** Days from today on that a section shows beside it. */
const shownDays = 7
const nearbyCards = 4
/** A safety limit, more than any profile has. */
const sectionRows = 200
const placeholderPhotos = 5
const placeholderVideos = 1

/** A section, a redirect for a renamed profile, or null if there is none. Every section is one round trip. */
type Found<Content> = Promise<Content | Moved | null>

/**
 * Reads the head of a published profile, its times, and the rows of a section in one round trip: nothing of one that is hidden from the
 * reader.
 */
async function readSection<Rows extends unknown[]>(
  ctx: Ctx,
  reader: Reader,
  slug: string,
  ...rows: Queries<Rows>
): Found<{
  profile: ProfileHead
  times: ProfileTimes
  row: queries.ProfileRow
  rows: { [Index in keyof Rows]: Rows[Index][] }
}> {
  const { db, locale, actor, now } = ctx
  const today = dayOf(now())
  const [found, redirects, photos, counts, [week], entries, ...section] = await read(
    db,
    queries.selectPublished(reader, mediaViewerOf(actor), { locale, slug }),
    queries.selectRedirect(reader, slug),
    media.selectPublicMedia(slug, "photo", headPhotos, locale),
    media.countMedia(slug),
    calendar.selectWeek(slug),
    calendar.selectPublicEntries(locale, slug, today),
    ...rows,
  )
  const row = found[0]
  if (!row) return redirects[0] ? { moved: redirects[0].slug } : null
  ctx.shows?.(profileScope(row.id))
  const count = (kind: "photo" | "video", visibility: "public" | "private") =>
    counts.find((one) => one.kind === kind && one.visibility === visibility)?.media ?? 0
  const profile: ProfileHead = {
    id: row.id,
    slug: row.slug,
    name: row.name,
    headline: row.headline,
    texts_language: row.language,
    written_in: trustedJson(row.written_in),
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
    private_for: row.private_for,
    sees_private: row.sees_private === 1,
    is_unlisted: row.hidden_from !== "",
    photos: photos.map(toPhoto),
  }
  const times = toTimes(today, week ?? { rhythm: "", busy: "" }, entries)
  return { profile, times, row, rows: section as { [Index in keyof Rows]: Rows[Index][] } }
}

/** Converts an owner's usual week, the busy parts of their days and their entries to their times from a day (YYYY-MM-DD) on. */
export function toTimes(
  today: string,
  week: { rhythm: string; busy: string },
  entries: calendar.EntryRow[],
): ProfileTimes {
  const days = Array.from({ length: shownDays }, (_, n) => addDays(today, n))
  const tours = entries.filter(({ kind }) => kind === "tour")
  const isStated = week.rhythm !== "" || tours.length > 0
  return {
    rhythm: parseRhythm(week.rhythm),
    days: isStated ? days.map((day) => ({ day, free: freePartsOf({ ...week, entries }, day) })) : [],
    tours: tours.map(toEntry).map(({ city, first_day, last_day }) => ({ city, first_day, last_day })),
  }
}

/** Returns the main section. */
export async function getPublicProfile(ctx: Ctx, slug: string): Found<PublicProfile> {
  const reader = await readerOf(ctx)
  const found = await readSection(
    ctx,
    reader,
    slug,
    queries.selectServices(ctx.locale, slug, firstServices),
    queries.selectNearby(reader, slug, nearbyCards + 1),
    queries.selectCityCount(reader, slug),
    selectCategories(ctx.locale, reader.country),
  )
  if (!found || "moved" in found) return found
  const { profile, times, row } = found
  const [services, nearby, count, categories] = found.rows
  return {
    ...profile,
    times,
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

/** Returns the facts, which are all in the head and the times. */
export async function getInfos(ctx: Ctx, slug: string): Found<Section<null>> {
  const found = await readSection(ctx, await readerOf(ctx), slug)
  return !found || "moved" in found ? found : { profile: found.profile, times: found.times, content: null }
}

export async function getServices(ctx: Ctx, slug: string): Found<Section<ServiceGroup[]>> {
  const found = await readSection(ctx, await readerOf(ctx), slug, queries.selectServices(ctx.locale, slug, sectionRows))
  if (!found || "moved" in found) return found
  return { profile: found.profile, times: found.times, content: groupServices(found.rows[0]) }
}

/** Returns the public videos. */
export async function getVideos(ctx: Ctx, slug: string): Found<Section<Video[]>> {
  const found = await readSection(
    ctx,
    await readerOf(ctx),
    slug,
    media.selectPublicMedia(slug, "video", sectionRows, ctx.locale),
  )
  if (!found || "moved" in found) return found
  return { profile: found.profile, times: found.times, content: found.rows[0].map((row) => toVideo(row, ctx.locale)) }
}

/** Returns the public pictures, or the private ones if wanted: none, and not `is_private`, where they are closed. */
export async function getAlbum(ctx: Ctx, slug: string, wantsPrivate: boolean): Found<Section<Album>> {
  const { locale, actor } = ctx
  const isWanted = wantsPrivate && maySeePrivate(actor)
  const photosOf = isWanted
    ? media.selectPrivateMedia(mediaViewerOf(actor), slug, "photo", { limit: sectionRows, locale })
    : media.selectPublicMedia(slug, "photo", sectionRows, locale)
  const found = await readSection(ctx, await readerOf(ctx), slug, photosOf)
  if (!found || "moved" in found) return found
  const isPrivate = isWanted && found.profile.sees_private
  const photos = found.rows[0].map(async (row) => ({
    ...toPhoto(row),
    pass: isPrivate ? await writePass(ctx, row.id) : null,
  }))
  return {
    profile: found.profile,
    times: found.times,
    content: { photos: await Promise.all(photos), is_private: isPrivate },
  }
}

/** Returns the private media for permitted viewers, else placeholders and why they are closed. */
export async function getPrivate(ctx: Ctx, slug: string): Found<Section<PrivateSection>> {
  const { locale, actor } = ctx
  const viewer = mediaViewerOf(actor)
  const reader = await readerOf(ctx)
  const page = { limit: sectionRows, locale }
  const found = await readSection(
    ctx,
    reader,
    slug,
    media.selectPrivateMedia(viewer, slug, "photo", page),
    media.selectPrivateMedia(viewer, slug, "video", page),
    media.selectPlaceholders(viewer, slug, "photo", placeholderPhotos),
    media.selectPlaceholders(viewer, slug, "video", placeholderVideos),
  )
  if (!found || "moved" in found) return found
  const { profile, times, row } = found
  const [photos, videos, ...placeholders] = found.rows
  if (!profile.sees_private) {
    const veils = placeholders.flat().map(({ kind, thumbhash }) => ({ kind, src: drawPlaceholder(thumbhash) }))
    const needs = maySeePrivate(actor) ? ("acceptance" as const) : ("premium" as const)
    return { profile, times, content: { is_open: false, veils, needs, conversation_id: row.conversation_id } }
  }
  return {
    profile,
    times,
    content: {
      is_open: true,
      photos: await Promise.all(
        photos.map(async (photo) => ({ ...toPhoto(photo), pass: await writePass(ctx, photo.id) })),
      ),
      videos: await Promise.all(
        videos.map(async (video) => ({ ...toVideo(video, locale), pass: await writePass(ctx, video.id) })),
      ),
    },
  }
}

function groupServices(rows: (OfferedService & { category: string })[]): ServiceGroup[] {
  const groups = new Map<string, OfferedService[]>()
  for (const { category, ...service } of rows) groups.set(category, [...(groups.get(category) ?? []), service])
  return [...groups].map(([category, services]) => ({ category, services }))
}
