import { AppError } from "~/lib/errors"
import type { FieldProblem } from "~/lib/field-problems"
import { newId } from "~/lib/id"
import { avatarPath, avatarUpload } from "../accounts/avatar"
import { replaceAvatarVersion } from "../accounts/queries.server"
import { isSignedIn } from "../core/actor/actor"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { pictureProblem } from "./pictures/check-picture.server"
import { flattenWebp } from "./pictures/transparency.server"
import { isServedAvatar } from "./queries.server"
import { reportUnsure, screen } from "./review/screening.server"

/**
 * Sets the actor's avatar, re-encoded, unless a blocklist knows the picture; returns its path and deletes the previous one. Staff look at one of low
 * quality (trust-safety R12). Throws `validation.failed` (field
 * `avatar`) for an invalid picture, and `rate.limited`.
 */
export async function setAvatar(ctx: Ctx, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { id } = requireUser(ctx)
  await ctx.limit("account.avatar", id)
  const { picture, isUnsure } = await encode(ctx, id, bytes)
  const version = newId(ctx.now())
  const file = await ctx.files.write(keyOf(id, version), "image/webp")
  await file.write(picture)
  await file.close()
  const path = avatarPath(id, version)
  if (isUnsure) await reportUnsure(ctx, { userId: id, path })
  await replaceAvatar(ctx, id, version)
  return path
}

export async function removeAvatar(ctx: Ctx): Promise<void> {
  await replaceAvatar(ctx, requireUser(ctx).id, null)
}

/** Of concurrent uploads, each deletes just what it replaced. */
async function replaceAvatar(ctx: Ctx, userId: string, version: string | null): Promise<void> {
  const before = await replaceAvatarVersion(ctx.db, userId, version, ctx.now())
  if (before) await ctx.files.delete([keyOf(userId, before)])
}

async function encode(
  ctx: Ctx,
  userId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ picture: Uint8Array; isUnsure: boolean }> {
  const problem = await pictureProblem(ctx.images, bytes, avatarUpload)
  if (problem) throw refused(problem === "picture_small" ? "avatar_small" : problem)
  const square = await ctx.images.toSquareWebp(bytes, avatarUpload.side)
  const picture = square && (await flattenWebp(ctx.images, square, avatarUpload.side))
  const mayBeUsed = picture ? await screen(ctx, { bytes, shown: picture, about: "avatar", userId }) : "no"
  if (!picture || mayBeUsed === "no") throw refused("picture_unreadable")
  return { picture, isUnsure: mayBeUsed === "unsure" }
}

function refused(problem: FieldProblem): AppError {
  return new AppError("validation.failed", { fields: { avatar: [problem] } })
}

/**
 * Returns the R2 key of a user's avatar if `name` (`{version}.webp`) is the current one: older ones are gone. Visible
 * to signed-in users, unless one of the two blocks the other. Throws `request.not_found`.
 */
export async function findServedAvatar(ctx: Ctx, userId: string, name: string): Promise<string> {
  const version = name.endsWith(".webp") && name.slice(0, -".webp".length)
  if (!version || !isSignedIn(ctx.actor)) throw new AppError("request.not_found")
  const isServed = await isServedAvatar(ctx.db, ctx.actor.user.id, userId, version)
  if (!isServed) throw new AppError("request.not_found")
  return keyOf(userId, version)
}

function keyOf(userId: string, version: string): string {
  return `avatars/${userId}/${version}.webp`
}
