import { locales } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireOwner, requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { editOwnMedium, getOwnMedium, listOwnMedia } from "../../media/photos/own-media.server"
import { hasReviewedTexts } from "../../media/photos/policy"
import type { OwnMedium } from "../../media/photos/schema"
import { photoField } from "./photo-field"
import * as queries from "./queries.server"
import type { WorkshopMedium, WorkshopMediumEdit } from "./schema"

/** Lists the actor's own media with the texts that await review. Throws what `listOwnMedia` does. */
export async function listWorkshopMedia(ctx: Ctx): Promise<WorkshopMedium[]> {
  return withEdits(ctx, await listOwnMedia(ctx))
}

/** Adds to the actor's own media the texts that await review. */
export async function withEdits(ctx: Ctx, media: OwnMedium[]): Promise<WorkshopMedium[]> {
  const edits = await queries.findPhotoEdits(ctx.db, requireUser(ctx).id)
  return media.map((medium) => {
    const edit = edits.find(({ field }) => field === photoField(medium.id))
    if (!edit || !hasReviewedTexts(medium.state)) return { ...medium, alt_edit: null }
    const { field: _, value, ...rest } = edit
    return { ...medium, alt_edit: { ...rest, alt: JSON.parse(value) } }
  })
}

/**
 * Changes an own medium as `editOwnMedium` does; the alt texts of an approved one are saved as a draft, which staff
 * review with the profile's other edits (trust-safety R9). Throws what `editOwnMedium` does, `conflict.changed` also if
 * the draft is not `alt_version`, and `rate.limited`.
 */
export async function editWorkshopMedium(
  ctx: Ctx,
  id: string,
  { alt_version: seen, ...edit }: WorkshopMediumEdit,
): Promise<WorkshopMedium> {
  const before = await getOwnMedium(ctx, id)
  const isReviewed = edit.alt !== undefined && hasReviewedTexts(before.state)
  if (isReviewed) await saveAlts(ctx, before, edit, seen)
  const { alt, ...rest } = edit
  const isMore = rest.visibility !== undefined || rest.is_cover !== undefined
  const after = isReviewed
    ? isMore
      ? await editOwnMedium(ctx, id, rest)
      : before
    : await editOwnMedium(ctx, id, { ...rest, ...(alt && { alt }) })
  const [medium] = await withEdits(ctx, [after])
  if (!medium) throw new AppError("request.not_found")
  return medium
}

async function saveAlts(
  ctx: Ctx,
  medium: OwnMedium,
  edit: Omit<WorkshopMediumEdit, "alt_version">,
  seen: string | null,
) {
  const { userId, profileId } = requireOwner(ctx)
  await ctx.limit("workshop.save", userId)
  if (medium.version !== edit.version) throw new AppError("conflict.changed")
  const [now] = await withEdits(ctx, [medium])
  const given = Object.fromEntries(Object.entries(edit.alt ?? {}).filter(([, text]) => text !== undefined))
  const value = complete({ ...medium.alt, ...now?.alt_edit?.alt, ...given })
  const isLive = JSON.stringify(value) === JSON.stringify(complete(medium.alt))
  const field = photoField(medium.id)
  const written = await queries.saveEdits(
    ctx.db,
    { profileId, ownerId: userId },
    [{ field, value: isLive ? null : JSON.stringify(value), seen }],
    newId(ctx.now()),
    ctx.now(),
    queries.isReviewedPhoto(profileId, medium.id),
  )
  if (written.length === 0) throw new AppError("conflict.changed")
}

/** A text for each language, in their order. */
const complete = (alt: WorkshopMedium["alt"]): WorkshopMedium["alt"] =>
  Object.fromEntries(locales.map(({ code }) => [code, alt[code] ?? ""]))
