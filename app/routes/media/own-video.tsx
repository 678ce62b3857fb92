import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { removeOwnMediaItem } from "~/domain/media/own-media.server"
import { photoUpload } from "~/domain/media/photos/policy"
import { setCaptions, setPoster } from "~/domain/media/videos/files.server"
import { CaptionsForm, VideoForm } from "~/domain/media/videos/forms"
import { editOwnVideo, getOwnVideo, retryOwnVideo } from "~/domain/media/videos/own-videos.server"
import { VideoVersion } from "~/domain/media/videos/schema"
import { VideoEditor, type VideoIntent } from "~/features/media/videos/video-editor"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { AppError } from "~/lib/errors"
import { type FormResult, useFormResults } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { AppLink } from "~/ui/navigation/app-link"

export const handle = { i18n: ["videos", "player", "errors"] }

export const loader = withContext(async ({ ctx, params }) => {
  const video = await getOwnVideo(ctx, params.video ?? "")
  const written = [video.texts[ctx.locale], ...Object.values(video.texts)].find((text) => text?.title)
  return { video, title: written?.title || translator(ctx.locale, "videos")("untitled") }
})

export const action = withContext((args) => {
  const { ctx, params } = args
  const id = params.video ?? ""
  const t = translator(ctx.locale, "videos")
  const done = (message: string) => data<FormResult>({ message })
  return byIntent<VideoIntent>(
    args,
    {
      save: (args) =>
        submitForm(args, VideoForm, async (edit) => {
          await editOwnVideo(ctx, id, edit)
          return done(t("words.saved"))
        }),
      poster: (args) =>
        submitForm(args, VideoVersion, async ({ version }, form) => {
          await setPoster(ctx, id, version, new Uint8Array(await fileOf(form, "poster").arrayBuffer()))
          return done(t("poster.saved"))
        }),
      captions: (args) =>
        submitForm(args, CaptionsForm, async (values, form) => {
          await setCaptions(ctx, id, { ...values, text: await fileOf(form, "captions").text() })
          return done(t("captions.saved"))
        }),
      uncaption: (args) =>
        submitForm(args, CaptionsForm, async (values) => {
          await setCaptions(ctx, id, { ...values, text: null })
          return done(t("captions.removed"))
        }),
      retry: (args) =>
        submitForm(args, z.object({}), async () => {
          await retryOwnVideo(ctx, id)
          return done(t("edit.retried"))
        }),
      delete: (args) =>
        submitForm(args, z.object({}), async () => {
          await removeOwnMediaItem(ctx, id)
          throw redirect("/profile/videos", 303)
        }),
    },
    { intent: "poster", field: "poster", maxBytes: photoUpload.maxBytes, problem: "photo_size" },
  )
})

/** Without script a form is sent without a file too: then the field is empty. */
function fileOf(form: FormData, field: "poster" | "captions"): File {
  const file = form.get(field)
  if (file instanceof File && file.size > 0) return file
  throw new AppError("validation.failed", { fields: { [field]: ["required"] } })
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function OwnVideoPage() {
  const { t } = useTranslation("videos")
  const { video, title } = useLoaderData<typeof loader>()
  const resultOf = useFormResults()
  return (
    <>
      <p className="text-ui">
        <AppLink to="/profile/videos" className="link touch-target">
          {t("title")}
        </AppLink>
      </p>
      <h1 className="mt-2 text-page-title wrap-anywhere">{title}</h1>
      <VideoEditor video={video} resultOf={resultOf} />
    </>
  )
}
