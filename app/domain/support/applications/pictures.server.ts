import { AppError } from "~/lib/errors"
import type { FieldProblem } from "~/lib/field-problems"
import { newId } from "~/lib/id"
import type { Ctx } from "../../core/context"
import type { StoredFile } from "../../core/ports/files"
import { pictureProblem } from "../../media/pictures/check-picture.server"
import { flattenWebp } from "../../media/pictures/transparency.server"
import { screen } from "../../media/review/screening.server"
import { pictureUpload } from "./choices"
import * as pictureQueries from "./picture-queries.server"
import { isEditable } from "./policy"
import * as queries from "./queries.server"
import type { ApplicationPicture } from "./schema"
import { applicantIn, explainRefusal, getApplication, pictureFolder, type Secret } from "./service.server"

/** Where staff read applications. */
const deskPath = "/dashboard/admin/applications"

/** The application of a new picture, and the id of the picture that it replaces. */
interface PictureTarget {
  id: string
  replaces?: string
}

/**
 * Adds a picture to an application that the actor may edit, re-encoded without the camera's metadata, unless a blocklist
 * knows it; one that replaces another takes its place. Throws `validation.failed` (field `pictures`) for an invalid
 * picture or one too many, `request.not_found`, also for one to replace that is not there, `casting.sent` and
 * `rate.limited`.
 */
export async function addPicture(
  ctx: Ctx,
  secret: Secret,
  { id, replaces }: PictureTarget,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ApplicationPicture> {
  const { state, pictures } = await getApplication(ctx, secret, id)
  if (!isEditable(state)) throw new AppError("casting.sent")
  if (replaces === undefined && pictures.length >= pictureUpload.max) throw refused("pictures_many")
  requirePicture(pictures, replaces)
  await ctx.limit("casting.picture", id)
  const { webp, width, height } = await encode(ctx, id, bytes)
  const pictureId = newId(ctx.now())
  const key = keyOf(id, pictureId)
  const file = await ctx.files.write(key, "image/webp")
  await file.write(webp)
  await file.close()
  const { db } = ctx
  const editable = queries.isOwnEditable(ctx.actor, secret, id)
  const picture = { id: pictureId, width, height }
  const now = ctx.now()
  const insert = pictureQueries.insertPicture(db, { id, editable, picture, replaces, max: pictureUpload.max, now })
  const update = queries.updateEditable(db, { which: editable, applicant: applicantIn(ctx), now })
  const [inserted] =
    replaces === undefined
      ? await db.batch([insert, update])
      : await db.batch([insert, update, pictureQueries.deletePicture(db, id, editable, replaces)])
  if (inserted.meta.changes > 0) {
    if (replaces !== undefined) await ctx.files.delete([keyOf(id, replaces)])
    return picture
  }
  await ctx.files.delete([key])
  const current = await getApplication(ctx, secret, id)
  if (!isEditable(current.state)) throw new AppError("casting.sent")
  requirePicture(current.pictures, replaces)
  throw refused("pictures_many")
}

/** Throws `request.not_found` if the picture to replace is not one of these. */
function requirePicture(pictures: ApplicationPicture[], replaces: string | undefined): void {
  if (replaces !== undefined && !pictures.some(({ id }) => id === replaces)) throw new AppError("request.not_found")
}

async function encode(ctx: Ctx, id: string, bytes: Uint8Array<ArrayBuffer>) {
  const problem = await pictureProblem(ctx.images, bytes, pictureUpload)
  if (problem) throw refused(problem)
  const whole = await ctx.images.toWebp(bytes, pictureUpload.keptSide)
  const webp = whole && (await flattenWebp(ctx.images, whole, pictureUpload.keptSide))
  const size = webp && (await ctx.images.inspect(webp))
  const { userId } = applicantIn(ctx)
  // One of low quality needs no report: staff look at each picture of an application.
  const mayBeUsed = webp ? await screen(ctx, { bytes, shown: webp, about: `${deskPath}/${id}`, userId }) : "no"
  if (!webp || mayBeUsed === "no" || !size) throw refused("picture_unreadable")
  return { webp, width: size.width, height: size.height }
}

function refused(problem: FieldProblem): AppError {
  return new AppError("validation.failed", { fields: { pictures: [problem] } })
}

/** Removes a picture from an application that the actor may edit. Throws `request.not_found` and `casting.sent`. */
export async function removePicture(ctx: Ctx, secret: Secret, id: string, pictureId: string): Promise<void> {
  const { db } = ctx
  const editable = queries.isOwnEditable(ctx.actor, secret, id)
  const hasPicture = pictureQueries.isEditableWithPicture(editable, id, pictureId)
  const [removed] = await db.batch([
    queries.updateEditable(db, { which: hasPicture, applicant: applicantIn(ctx), now: ctx.now() }),
    pictureQueries.deletePicture(db, id, editable, pictureId),
  ])
  if (removed.meta.changes > 0) return ctx.files.delete([keyOf(id, pictureId)])
  const { pictures } = await getApplication(ctx, secret, id)
  if (!pictures.some((picture) => picture.id === pictureId)) throw new AppError("request.not_found")
  await explainRefusal(ctx, secret, id)
}

/**
 * Opens a picture (WebP) of one of the actor's applications. Throws `request.not_found`, also for another applicant's.
 */
export async function openPicture(ctx: Ctx, secret: Secret, id: string, pictureId: string): Promise<StoredFile> {
  const application = await queries.findApplication(ctx.db, queries.ownOf(ctx.actor, secret, id))
  return readPicture(ctx, id, application?.pictures ?? [], pictureId)
}

/** Opens the file of one of these pictures. Throws `request.not_found`. */
export async function readPicture(
  ctx: Ctx,
  id: string,
  pictures: ApplicationPicture[],
  pictureId: string,
): Promise<StoredFile> {
  const file = pictures.some((one) => one.id === pictureId) ? await ctx.files.read(keyOf(id, pictureId)) : null
  if (!file) throw new AppError("request.not_found")
  return file
}

/** Returns the R2 key of an application's picture. */
export function keyOf(id: string, pictureId: string): string {
  return `${pictureFolder(id)}${pictureId}.webp`
}
