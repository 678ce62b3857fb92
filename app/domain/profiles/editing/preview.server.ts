import { read } from "~/db/client.server"
import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { dayOf } from "../../core/shared/site-days"
import type { Pass, Photo } from "../../media/schema"
import { averageColor, drawPlaceholder } from "../../media/service.server"
import { writePass } from "../../media/signed-url.server"
import { hasPreview, ownState } from "../../media/states"
import { findOwn, type OwnRow } from "../../media/uploads/queries.server"
import * as calendar from "../calendar/queries.server"
import { findCatalog, findServiceCatalog } from "../catalog/service.server"
import { type FieldValues, writtenLanguages } from "../content/fields"
import { shownText } from "../content/shown-language-queries.server"
import type { ServiceGroup } from "../schema"
import { toTimes } from "../sections.server"
import { findPublicFacts } from "./queries.server"
import type { Preview } from "./schema"
import { getWorkshop } from "./workshop.server"

/** As on the public page. */
const placeholderPhotos = 5

/**
 * Returns the actor's profile as it would be if every edit and photo were approved, in the reader's language. Throws
 * `auth.required`, and `request.not_found` without a profile.
 */
export async function getPreview(ctx: Ctx): Promise<Preview> {
  const { id, workshop: own } = requireUser(ctx)
  if (!own) throw new AppError("request.not_found")
  const today = dayOf(ctx.now())
  const [workshop, facts, media, catalog, categories, [[week], entries]] = await Promise.all([
    getWorkshop(ctx),
    findPublicFacts(ctx.db, id),
    findOwn(ctx.db, id, { rejectedSince: ctx.now() }),
    findCatalog(ctx),
    findServiceCatalog(ctx),
    read(
      ctx.db,
      calendar.selectWeek(own.slug),
      calendar.selectEntries(ctx.locale, { userId: id, profileId: own.id }, today),
    ),
  ])
  if (!facts) throw new AppError("request.not_found")
  const fields = Object.values(workshop.fields)
  const values = Object.fromEntries(
    Object.entries(workshop.fields).map(([name, { value }]) => [name, value]),
  ) as unknown as FieldValues
  const rows = media.filter((row) => isShown(row))
  const [open, hidden] = (["public", "private"] as const).map((visibility) =>
    rows.filter((row) => row.kind === "photo" && row.visibility === visibility),
  ) as [OwnRow[], OwnRow[]]
  const videos = (visibility: OwnRow["visibility"]) =>
    rows.filter((row) => row.kind === "video" && row.visibility === visibility).length
  const named = (list: { slug: string; name: string }[], slug: string) => ({
    slug,
    name: list.find((one) => one.slug === slug)?.name ?? "",
  })
  const photos = await withPasses(ctx, open)
  const { locale } = ctx
  const written = writtenLanguages(values)
  const language = written.includes(locale) ? locale : (written[0] ?? locale)
  return {
    profile: {
      id: workshop.id,
      slug: values.slug,
      name: values.name,
      headline: values[`headline.${language}`],
      quote: values[`quote.${language}`],
      about: values[`about.${language}`],
      texts_language: language,
      written_in: written,
      city: { ...named(catalog.cities, values.city), region: "" },
      category: named(catalog.categories, values.category),
      hourly_rate: values.hourly_rate ?? 0,
      minimum_hours: values.minimum_hours,
      languages: values.languages,
      verified_at: facts.verified_at,
      member_since: facts.created_at,
      updated_at: facts.updated_at,
      reply_speed: facts.reply_speed,
      is_available: workshop.available_until !== null && workshop.available_until > ctx.now(),
      photo_count: open.length,
      private_photo_count: hidden.length,
      video_count: videos("public"),
      private_video_count: videos("private"),
      is_favorite: false,
      private_for: facts.private_for,
      sees_private: false,
      is_unlisted: false,
      photos,
      service_count: values.services.length,
      services: group(values.services, categories, locale),
    },
    times: toTimes(today, { rhythm: workshop.rhythm.join(), busy: week?.busy ?? "" }, entries),
    photos,
    private_photos: await withPasses(ctx, hidden),
    placeholders: hidden
      .slice(0, placeholderPhotos)
      .map(({ thumbhash }) => ({ kind: "photo", src: drawPlaceholder(thumbhash) })),
    is_ahead: fields.some(({ edit }) => edit) || rows.some(({ state }) => state !== "approved"),
  }
}

function isShown({ state }: OwnRow): boolean {
  const seen = ownState(state)
  return seen !== null && hasPreview(seen)
}

function withPasses(ctx: Ctx, rows: OwnRow[]): Promise<(Photo & { pass: Pass })[]> {
  return Promise.all(
    rows.map(async ({ id, width, height, thumbhash, texts }) => ({
      id,
      width,
      height,
      color: averageColor(thumbhash),
      alt: trustedJson(texts)[ctx.locale]?.alt ?? "",
      pass: await writePass(ctx, id),
    })),
  )
}

/** Returns the services as the public page lists them: by occasion, in the catalog's order. */
function group(
  offers: FieldValues["services"],
  categories: Awaited<ReturnType<typeof findServiceCatalog>>,
  locale: Ctx["locale"],
): ServiceGroup[] {
  return categories
    .map(({ name: category, services }) => ({
      category,
      services: services.flatMap(({ slug, name }) => {
        const offer = offers.find(({ service }) => service === slug)
        if (!offer) return []
        const note = shownText(offer.note, locale)
        const { price, duration } = offer
        return [{ name, note: note?.text ?? null, note_language: note?.language ?? null, price, duration }]
      }),
    }))
    .filter(({ services }) => services.length > 0)
}
