import { locales } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireOwner, requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import type { OwnMediaItem } from "../../media/own-media"
import { editOwnMediaItem, getOwnMediaItem, listOwnMedia } from "../../media/own-media.server"
import { hasReviewedTexts } from "../../media/states"
import { photoField } from "./photo-field"
import * as queries from "./queries.server"
import type { WorkshopMediaItem, WorkshopMediaItemEdit } from "./schema"

/** Lists the actor's own media with the texts that await review. Throws what `listOwnMedia` does. */
export async function listWorkshopMedia(ctx: Ctx): Promise<WorkshopMediaItem[]> {
  return withEdits(ctx, await listOwnMedia(ctx))
}

/** Adds to the actor's own media the texts that await review. */
export async function withEdits(ctx: Ctx, media: OwnMediaItem[]): Promise<WorkshopMediaItem[]> {
  const edits = await queries.findPhotoEdits(ctx.db, requireUser(ctx).id)
  return media.map((mediaItem) => {
    const edit = edits.find(({ field }) => field === photoField(mediaItem.id))
    if (!edit || !hasReviewedTexts(mediaItem.state)) return { ...mediaItem, alt_edit: null }
    const { field: _, value, ...rest } = edit
    return { ...mediaItem, alt_edit: { ...rest, alt: JSON.parse(value) } }
  })
}

/**
 * Changes an own media item as `editOwnMediaItem` does; the alt texts of an approved one are saved as a draft, which staff
 * review with the profile's other edits (trust-safety R9). Throws what `editOwnMediaItem` does, `conflict.changed` also if
 * the draft is not `alt_version`, and `rate.limited`.
 */
export async function editWorkshopMediaItem(
  ctx: Ctx,
  id: string,
  { alt_version: seen, ...edit }: WorkshopMediaItemEdit,
): Promise<WorkshopMediaItem> {
  const before = await getOwnMediaItem(ctx, id)
  const isReviewed = edit.alt !== undefined && hasReviewedTexts(before.state)
  if (isReviewed) await saveAlts(ctx, before, edit, seen)
  const { alt, ...rest } = edit
  const isMore = rest.visibility !== undefined || rest.is_cover !== undefined
  const after = isReviewed
    ? isMore
      ? await editOwnMediaItem(ctx, id, rest)
      : before
    : await editOwnMediaItem(ctx, id, { ...rest, ...(alt && { alt }) })
  const [mediaItem] = await withEdits(ctx, [after])
  if (!mediaItem) throw new AppError("request.not_found")
  return mediaItem
}

async function saveAlts(
  ctx: Ctx,
  mediaItem: OwnMediaItem,
  edit: Omit<WorkshopMediaItemEdit, "alt_version">,
  seen: string | null,
) {
  const { userId, profileId } = requireOwner(ctx)
  await ctx.limit("workshop.save", userId)
  if (mediaItem.version !== edit.version) throw new AppError("conflict.changed")
  const [now] = await withEdits(ctx, [mediaItem])
  const given = Object.fromEntries(Object.entries(edit.alt ?? {}).filter(([, text]) => text !== undefined))
  const value = complete({ ...mediaItem.alt, ...now?.alt_edit?.alt, ...given })
  const isLive = JSON.stringify(value) === JSON.stringify(complete(mediaItem.alt))
  const field = photoField(mediaItem.id)
  const written = await queries.saveEdits(ctx.db, {
    profile: { profileId, ownerId: userId },
    saved: [{ field, value: isLive ? null : JSON.stringify(value), seen }],
    version: newId(ctx.now()),
    now: ctx.now(),
    when: queries.isReviewedPhoto(profileId, mediaItem.id),
  })
  if (written.length === 0) throw new AppError("conflict.changed")
}

/** A text for each language, in their order. */
const complete = (alt: WorkshopMediaItem["alt"]): WorkshopMediaItem["alt"] =>
  Object.fromEntries(locales.map(({ code }) => [code, alt[code] ?? ""]))
