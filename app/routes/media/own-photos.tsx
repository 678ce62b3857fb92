import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import type { Ctx } from "~/domain/core/context"
import { moveOwnPhoto, removeOwnMediaItem, retryOwnPhoto } from "~/domain/media/own-media.server"
import { AltForm, PhotoForm, UploadForm, VersionForm, VisibilityForm } from "~/domain/media/photos/forms"
import { photoUpload } from "~/domain/media/photos/policy"
import { uploadPhoto } from "~/domain/media/photos/upload.server"
import { editWorkshopMediaItem, listWorkshopMedia } from "~/domain/profiles/editing/photo-texts.server"
import { OwnPhotos, type PhotosIntent } from "~/features/media/photos/own-photos-page"
import { translator } from "~/i18n/i18n.server"
import { newId } from "~/lib/id"
import { type FormResult, useFormResults } from "~/remix/form"
import { byIntent, type FormHandler, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["photos", "crop", "workshop", "errors"] }

const path = "/profile/escort/photos"

export const loader = withContext(async ({ ctx, request }) => {
  const photos = (await listWorkshopMedia(ctx)).filter(({ kind }) => kind === "photo")
  const chosen = new URL(request.url).searchParams.get("photo")
  // Deleted, perhaps in another tab.
  if (chosen !== null && !photos.some(({ id }) => id === chosen)) throw redirect(path)
  const title = translator(ctx.locale, "photos")("title")
  return { title, photos, chosen, clientId: newId(ctx.now()) }
})

const done = (ctx: Ctx, key: Parameters<ReturnType<typeof translator<"photos">>>[0]) =>
  data<FormResult>({ message: translator(ctx.locale, "photos")(key) })

/** Moves a photo, for a browser without script. */
const move =
  (step: 1 | -1): FormHandler =>
  (args) =>
    submitForm(args, PhotoForm, async ({ photo }) => {
      await moveOwnPhoto(args.ctx, photo, step)
      return data<FormResult>({})
    })

export const action = withContext((args) => {
  const { ctx } = args
  return byIntent<PhotosIntent>(
    args,
    {
      add: (args) =>
        submitForm(args, UploadForm, async ({ photo, ...upload }) => {
          await uploadPhoto(ctx, upload, new Uint8Array(await photo.arrayBuffer()))
          return done(ctx, "add.added")
        }),
      earlier: move(-1),
      later: move(1),
      alt: (args) =>
        submitForm(args, AltForm, async ({ photo, ...edit }) => {
          const { alt_edit } = await editWorkshopMediaItem(ctx, photo, edit)
          return done(ctx, alt_edit ? "edit.drafted" : "edit.saved")
        }),
      visibility: (args) =>
        submitForm(args, VisibilityForm, async ({ photo, ...edit }) => {
          await editWorkshopMediaItem(ctx, photo, { ...edit, alt_version: null })
          return done(ctx, edit.visibility === "public" ? "edit.made_public" : "edit.made_private")
        }),
      cover: (args) =>
        submitForm(args, VersionForm, async ({ photo, version }) => {
          await editWorkshopMediaItem(ctx, photo, { version, is_cover: true, alt_version: null })
          return done(ctx, "edit.made_cover")
        }),
      retry: (args) =>
        submitForm(args, PhotoForm, async ({ photo }) => {
          await retryOwnPhoto(ctx, photo)
          return done(ctx, "edit.retried")
        }),
      delete: (args) =>
        submitForm(args, PhotoForm, async ({ photo }) => {
          await removeOwnMediaItem(ctx, photo)
          return done(ctx, "edit.deleted")
        }),
    },
    { intent: "add", field: "photo", maxBytes: photoUpload.maxBytes, problem: "photo_size" },
  )
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function OwnPhotosPage() {
  const page = useLoaderData<typeof loader>()
  return <OwnPhotos {...page} resultOf={useFormResults()} />
}
