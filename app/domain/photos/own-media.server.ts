import { AppError } from "~/lib/errors"
import { requireUser } from "../actor/guards"
import { publish } from "../chat/live.server"
import type { Ctx } from "../context"
import { averageColor } from "../media/service.server"
import { writePass } from "../media/signed-url.server"
import * as queries from "../media/uploads/queries.server"
import { setMediaText } from "../media/uploads/texts.server"
import { summarizeMedia } from "../profiles/queries.server"
import { hasPreview, ownState, rejectedLifetime } from "./policy"
import type { MediaEdit, MediaOrder, OwnMedium, OwnState } from "./schema"

/** Lists the actor's own media, photos first, in order. Throws `request.not_found` without a profile. */
export async function listOwnMedia(ctx: Ctx): Promise<OwnMedium[]> {
  const user = requireUser(ctx)
  if (!user.profile) throw new AppError("request.not_found")
  const rows = await queries.findOwn(ctx.db, user.id, { rejectedSince: rejectedSince(ctx) })
  const cover = rows.find(({ kind, visibility, state }) => isCover(kind, visibility, state))
  return Promise.all(rows.map((row) => toOwnMedium(ctx, row, cover?.id ?? null)))
}

/** Returns one of the actor's media. Throws `request.not_found`. */
export async function getOwnMedium(ctx: Ctx, id: string): Promise<OwnMedium> {
  const found = (await listOwnMedia(ctx)).find((one) => one.id === id)
  if (!found) throw new AppError("request.not_found")
  return found
}

const rejectedSince = (ctx: Ctx) => ctx.now() - rejectedLifetime

/** The cover is the first of these, as `summarizeMedia` copies it. */
const isCover = (kind: string, visibility: string, state: string) =>
  kind === "photo" && visibility === "public" && state === "approved"

async function toOwnMedium(ctx: Ctx, row: queries.OwnRow, coverId: string | null): Promise<OwnMedium> {
  const { id, kind, visibility, version, reason, comment, approved_at, created_at } = row
  const state = ownState(row.state) as OwnState
  const isShown = hasPreview(state)
  const texts = Object.entries(JSON.parse(row.texts) as Record<string, { alt: string }>)
  return {
    ...{ id, kind, visibility, state, version, reason, comment, approved_at, created_at },
    width: isShown ? row.width : null,
    height: isShown ? row.height : null,
    color: isShown && row.thumbhash ? averageColor(row.thumbhash) : null,
    is_cover: id === coverId,
    alt: Object.fromEntries(texts.map(([locale, { alt }]) => [locale, alt])),
    pass: isShown ? await writePass(ctx, id) : null,
  }
}

/**
 * Changes visibility, cover and alt texts of an own medium. Throws `request.not_found`, `conflict.changed` for another
 * version or a rejected medium, and `media.text_reviewed` for the texts of an approved one.
 */
export async function editOwnMedium(ctx: Ctx, id: string, edit: MediaEdit): Promise<OwnMedium> {
  const owner = requireUser(ctx).id
  const before = await getOwnMedium(ctx, id)
  const { db } = ctx
  const isTextHeld = edit.alt !== undefined && isPublished(before.state)
  if (isTextHeld) throw new AppError("media.text_reviewed")
  const which = { ownerId: owner, id, version: edit.version }
  const change = {
    visibility: edit.visibility,
    isFirst: edit.is_cover,
    unless: edit.alt ? (["approved", "reported"] as const).slice() : [],
  }
  const alts = Object.entries(edit.alt ?? {}).flatMap(([locale, alt]) => (alt === undefined ? [] : [[locale, { alt }]]))
  const profileId = requireProfile(ctx)
  const colors = await findColors(ctx, profileId)
  const [, changed] = await db.batch([
    // Before the change of the version that it depends on.
    setMediaText(ctx, {
      ...{ mediaId: id, texts: Object.fromEntries(alts) },
      when: queries.isTextEditable(owner, id, edit.version),
    }),
    queries.updateOwn(db, which, change),
    summarizeMedia(db, profileId, colors, ctx.now()),
  ])
  if (changed.meta.changes === 0) throw new AppError("conflict.changed")
  return getOwnMedium(ctx, id)
}

const isPublished = (state: OwnState) => state === "approved" || state === "reported"

function requireProfile(ctx: Ctx): string {
  const { profile } = requireUser(ctx)
  if (!profile) throw new AppError("request.not_found")
  return profile.id
}

/** Returns the colours of a profile's photos by id, for `summarizeMedia`. */
export async function findColors(ctx: Pick<Ctx, "db">, profileId: string): Promise<Record<string, string>> {
  const photos = await queries.findThumbhashes(ctx.db, profileId)
  return Object.fromEntries(photos.map(({ id, thumbhash }) => [id, averageColor(thumbhash)]))
}

/** Puts all of the actor's photos or videos in this order. Throws `request.not_found` and `conflict.changed`. */
export async function reorderOwnMedia(ctx: Ctx, { kind, items }: MediaOrder): Promise<OwnMedium[]> {
  const profileId = requireProfile(ctx)
  const owner = requireUser(ctx).id
  const { db } = ctx
  const colors = await findColors(ctx, profileId)
  const [ordered] = await db.batch([
    queries.reorderOwn(db, owner, kind, items, rejectedSince(ctx)),
    summarizeMedia(db, profileId, colors, ctx.now()),
  ])
  if (ordered.meta.changes === 0) throw new AppError("conflict.changed")
  return listOwnMedia(ctx)
}

/**
 * Removes an own medium at once: it is no longer served, and its files are deleted in the background (trust-safety R21).
 * Throws `request.not_found`.
 */
export async function removeOwnMedium(ctx: Ctx, id: string): Promise<void> {
  const profileId = requireProfile(ctx)
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

/** Processes a failed photo of the actor again. Throws `request.not_found`, and `conflict.changed` for any other state. */
export async function retryOwnPhoto(ctx: Ctx, id: string): Promise<OwnMedium> {
  const { id: owner } = requireUser(ctx)
  await getOwnMedium(ctx, id)
  await ctx.limit("media.upload", owner)
  if (!(await queries.restartOwn(ctx.db, owner, id, ctx.now()))) throw new AppError("conflict.changed")
  ctx.enqueueJob({ kind: "media", mediaId: id })
  return getOwnMedium(ctx, id)
}
