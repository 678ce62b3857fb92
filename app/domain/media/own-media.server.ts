import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { publish } from "../chat/live.server"
import { requireOwner, requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import type { MediaEdit, MediaOrder, OwnMediaItem, OwnState } from "./own-media"
import { sectionOf, withMoved } from "./photos/order"
import { averageColor, findColors } from "./service.server"
import { writePass } from "./signed-url.server"
import { hasPreview, ownState, rejectedSince } from "./states"
import { summarizeMedia } from "./summary-queries.server"
import * as queries from "./uploads/queries.server"
import { setMediaText } from "./uploads/texts.server"

/** Lists the actor's own media, photos first, in order. Throws `request.not_found` without a profile. */
export async function listOwnMedia(ctx: Ctx): Promise<OwnMediaItem[]> {
  const { userId } = requireOwner(ctx)
  const rows = await queries.findOwn(ctx.db, userId, { rejectedSince: rejectedSince(ctx.now()) })
  const cover = rows.find(({ kind, visibility, state }) => isCover(kind, visibility, state))
  return Promise.all(rows.map((row) => toOwnMediaItem(ctx, row, cover?.id ?? null)))
}

/** Returns one of the actor's media. Throws `request.not_found`. */
export async function getOwnMediaItem(ctx: Ctx, id: string): Promise<OwnMediaItem> {
  const found = (await listOwnMedia(ctx)).find((one) => one.id === id)
  if (!found) throw new AppError("request.not_found")
  return found
}

/** The cover is the first of these, as `summarizeMedia` copies it. */
const isCover = (kind: string, visibility: string, state: string) =>
  kind === "photo" && visibility === "public" && state === "approved"

async function toOwnMediaItem(ctx: Ctx, row: queries.OwnRow, coverId: string | null): Promise<OwnMediaItem> {
  const { id, kind, visibility, version, reason, comment, approved_at, created_at } = row
  const state = ownState(row.state) as OwnState
  const isShown = hasPreview(state)
  const texts = Object.entries(trustedJson(row.texts))
  return {
    id,
    kind,
    visibility,
    state,
    version,
    reason,
    comment,
    approved_at,
    created_at,
    width: isShown ? row.width : null,
    height: isShown ? row.height : null,
    color: isShown && row.thumbhash ? averageColor(row.thumbhash) : null,
    is_cover: id === coverId,
    alt: Object.fromEntries(texts.map(([locale, { alt }]) => [locale, alt])),
    pass: isShown ? await writePass(ctx, id) : null,
  }
}

/**
 * Changes visibility, cover and alt texts of an own media item. Throws `request.not_found`, and `conflict.changed` for
 * another version, a rejected media item, and the texts of an approved one, which staff review
 * (workshop/photo-texts.server.ts).
 */
export async function editOwnMediaItem(ctx: Ctx, id: string, edit: MediaEdit): Promise<OwnMediaItem> {
  const owner = requireUser(ctx).id
  await getOwnMediaItem(ctx, id)
  const { db } = ctx
  const which = { ownerId: owner, id, version: edit.version }
  const change = {
    visibility: edit.visibility,
    isFirst: edit.is_cover,
    unless: edit.alt ? (["approved", "reported"] as const).slice() : [],
  }
  const alts = Object.entries(edit.alt ?? {}).flatMap(([locale, alt]) => (alt === undefined ? [] : [[locale, { alt }]]))
  const { profileId } = requireOwner(ctx)
  const colors = await findColors(ctx, profileId)
  const [, changed] = await db.batch([
    // Before the change of the version that it depends on.
    setMediaText(ctx, {
      mediaId: id,
      texts: Object.fromEntries(alts),
      when: queries.isTextEditable(owner, id, edit.version),
    }),
    queries.updateOwn(db, which, change),
    summarizeMedia(db, profileId, colors, ctx.now()),
  ])
  if (changed.meta.changes === 0) throw new AppError("conflict.changed")
  return getOwnMediaItem(ctx, id)
}

/** Puts all of the actor's photos or videos in this order. Throws `request.not_found` and `conflict.changed`. */
export async function reorderOwnMedia(ctx: Ctx, { kind, items }: MediaOrder): Promise<OwnMediaItem[]> {
  const { profileId } = requireOwner(ctx)
  const owner = requireUser(ctx).id
  const { db } = ctx
  const colors = await findColors(ctx, profileId)
  const [ordered] = await db.batch([
    queries.reorderOwn(db, { ownerId: owner, kind, items, rejectedSince: rejectedSince(ctx.now()) }),
    summarizeMedia(db, profileId, colors, ctx.now()),
  ])
  if (ordered.meta.changes === 0) throw new AppError("conflict.changed")
  return listOwnMedia(ctx)
}

/**
 * Moves a photo of the actor one place forward (1) or back (-1) among those of its visibility; at an end it stays. Throws
 * `request.not_found` and `conflict.changed`.
 */
export async function moveOwnPhoto(ctx: Ctx, id: string, step: 1 | -1): Promise<void> {
  const photos = (await listOwnMedia(ctx)).filter(({ kind }) => kind === "photo")
  const photo = photos.find((one) => one.id === id)
  if (!photo) throw new AppError("request.not_found")
  const place = sectionOf(photos, photo.visibility).indexOf(photo)
  await reorderOwnMedia(ctx, { kind: "photo", items: withMoved(photos, id, place + step) })
}

/**
 * Removes an own media item at once: it is no longer served, and its files are deleted in the background (trust-safety R21).
 * Throws `request.not_found`.
 */
export async function removeOwnMediaItem(ctx: Ctx, id: string): Promise<void> {
  const { profileId } = requireOwner(ctx)
  const owner = requireUser(ctx).id
  const { db } = ctx
  const colors = await findColors(ctx, profileId)
  const [removed] = await db.batch([
    queries.removeOwn(db, owner, id, ctx.now()),
    summarizeMedia(db, profileId, colors, ctx.now()),
  ])
  if (removed.meta.changes === 0) throw new AppError("request.not_found")
  ctx.enqueueJob({ kind: "media_files", mediaId: id })
  await publish(ctx, owner, { type: "media", id, state: "removed" })
}

/** Removes the photos of a profile that were uploaded under these ids, as `removeOwnMediaItem` does. */
export async function removeUploads(
  ctx: Pick<Ctx, "db" | "now" | "enqueueJob">,
  { profileId, clientIds }: { profileId: string; clientIds: string[] },
): Promise<void> {
  const { db } = ctx
  const colors = await findColors(ctx, profileId)
  const [removed] = await db.batch([
    queries.removeByClients(db, profileId, clientIds, ctx.now()),
    summarizeMedia(db, profileId, colors, ctx.now()),
  ])
  for (const { id } of removed) ctx.enqueueJob({ kind: "media_files", mediaId: id })
}

/** Processes a failed photo of the actor again. Throws `request.not_found`, and `conflict.changed` for any other state. */
export async function retryOwnPhoto(ctx: Ctx, id: string): Promise<OwnMediaItem> {
  const { id: owner } = requireUser(ctx)
  await getOwnMediaItem(ctx, id)
  await ctx.limit("media.upload", owner)
  if (!(await queries.restartOwn(ctx.db, owner, id, ctx.now()))) throw new AppError("conflict.changed")
  ctx.enqueueJob({ kind: "media", mediaId: id })
  return getOwnMediaItem(ctx, id)
}
