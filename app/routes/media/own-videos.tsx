import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { isSignedIn } from "~/domain/core/actor/actor"
import { removeOwnMediaItem } from "~/domain/media/own-media.server"
import { VideoAction } from "~/domain/media/videos/forms"
import { listOwnVideos } from "~/domain/media/videos/own-videos.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { VideoList, type VideoListIntent } from "~/features/media/videos/video-list"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult, useFormResults } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"

export const handle = { i18n: ["videos", "errors"] }

/** The videos of the member's profile; null for members without one. */
export const loader = withContext(async ({ ctx }) => {
  const isOwner = isSignedIn(ctx.actor) && ctx.actor.user.workshop !== null
  return { videos: isOwner ? await listOwnVideos(ctx) : null, title: translator(ctx.locale, "videos")("title") }
})

export const action = withContext((args) =>
  byIntent<VideoListIntent>(args, {
    delete: (args) =>
      submitForm(args, VideoAction, async ({ video }) => {
        await removeOwnMediaItem(args.ctx, video)
        return data<FormResult>({ message: translator(args.ctx.locale, "videos")("delete.done") })
      }),
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function OwnVideosPage() {
  const { t } = useTranslation("videos")
  const { videos, title } = useLoaderData<typeof loader>()
  const result = useFormResults()("delete")
  useFormResult(result)
  return (
    <>
      <h1 className="text-page-title">{title}</h1>
      {videos ? (
        <>
          <p className="measure mt-3 text-lead text-ink2">{t("lead")}</p>
          <FormNotice result={result} />
          <VideoList videos={videos} />
        </>
      ) : (
        <EmptyState
          title={t("member.title")}
          isBoxed
          className="mt-8"
          button={<ButtonLink to="/profile/favorites">{t("member.favorites")}</ButtonLink>}
        >
          {t("member.text")}
        </EmptyState>
      )}
    </>
  )
}
