import { useRevalidator } from "@remix-run/react"
import Film from "lucide-react/icons/film"
import { variantWidths } from "~/domain/media/pictures/variants"
import type { OwnVideo } from "~/domain/media/videos/schema"
import { useLiveEvents } from "~/features/shell/live/live-context"
import { formatPercent } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Button, ButtonLink } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Progress } from "~/ui/feedback/progress"
import { AppLink } from "~/ui/navigation/app-link"
import { FileButton } from "./file-button"
import { type Upload, useVideoUploads } from "./use-video-uploads"
import { VideoState } from "./video-state"

/** The intent of the list's forms. */
export type VideoListIntent = "delete"

/** Types that browsers offer to choose from; the server looks at the file itself. */
const accepted = "video/mp4,video/webm,video/quicktime"

/** The owner's videos, and the uploads that run in this tab. */
export function VideoList({ videos }: { videos: OwnVideo[] }) {
  const { t } = useTranslation("videos")
  const { revalidate } = useRevalidator()
  const { uploads, problem, choose, pause, resume, drop } = useVideoUploads()
  useLiveEvents((event) => {
    if (event.type === "media" || event.type === "gap") revalidate()
  })
  return (
    <>
      <div className="mt-6">
        <FileButton accept={accepted} onChoose={(file) => void choose(file)}>
          {t("upload.choose")}
        </FileButton>
        <p className="measure mt-2 text-meta text-mute">{t("upload.hint")}</p>
        <noscript>
          <p className="measure mt-2 text-ui">{t("upload.script")}</p>
        </noscript>
      </div>
      <div role="status">{problem && <Banner tone="bad" fact={problem} className="mt-5" />}</div>
      {videos.length === 0 ? (
        <EmptyState title={t("empty.title")} isBoxed className="mt-8">
          {t("empty.text")}
        </EmptyState>
      ) : (
        <ul className="mt-8 divide-y divide-line border-y border-line">
          {videos.map((video) => (
            <li key={video.id} className="grid gap-x-6 gap-y-3 py-5 sm:grid-cols-[10rem_1fr]">
              <Poster video={video} />
              <div className="min-w-0">
                <VideoName video={video} />
                {video.state !== "uploading" ? (
                  <VideoState video={video} />
                ) : (
                  <UploadRow
                    video={video}
                    upload={uploads[video.id]}
                    onPause={() => pause(video.id)}
                    onResume={() => resume(video)}
                    onChoose={(file) => void choose(file, video)}
                  />
                )}
                <div className="mt-3 flex flex-wrap gap-3">
                  {video.state !== "rejected" && (
                    <ButtonLink to={`/profile/videos/${video.id}`}>{t("edit.open")}</ButtonLink>
                  )}
                  <Form method="post" onSubmit={() => drop(video.id)}>
                    <input type="hidden" name="video" value={video.id} />
                    <Button type="submit" name="intent" value="delete" variant="ghost">
                      {t(video.state === "uploading" ? "upload.cancel" : "delete.now")}
                    </Button>
                  </Form>
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function VideoName({ video }: { video: OwnVideo }) {
  const { t } = useTranslation("videos")
  const locale = useLocale()
  const { texts, state, visibility } = video
  const title = texts[locale]?.title || Object.values(texts).find((text) => text?.title)?.title || t("untitled")
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-body font-medium">
      {state === "rejected" ? (
        <span className="wrap-anywhere">{title}</span>
      ) : (
        <AppLink to={`/profile/videos/${video.id}`} className="link touch-target wrap-anywhere">
          {title}
        </AppLink>
      )}
      <span className="text-meta font-normal text-mute">{t(`visibility.${visibility}`)}</span>
    </p>
  )
}

function Poster({ video: { id, width, pass } }: { video: OwnVideo }) {
  const narrow = width === null ? undefined : (variantWidths(width).find((one) => one >= 320) ?? width)
  return (
    <div className="flex aspect-video items-center justify-center overflow-hidden rounded-small bg-sunk">
      {pass && narrow ? (
        <img src={`/media/${id}/${narrow}.webp${pass.query}`} alt="" className="size-full object-cover" />
      ) : (
        <Film aria-hidden className="size-7 text-mute" />
      )}
    </div>
  )
}

interface UploadRowProps {
  video: OwnVideo
  upload: Upload | undefined
  onPause: () => void
  onResume: () => void
  onChoose: (file: File) => void
}

/** How far an upload is, and how to go on with it; another tab or a reload leaves it without its file. */
function UploadRow({ video, upload, onPause, onResume, onChoose }: UploadRowProps) {
  const { t } = useTranslation("videos")
  const locale = useLocale()
  const stored = Math.min(video.bytes, (video.upload?.parts.length ?? 0) * (video.upload?.part_bytes ?? 0))
  const share = Math.max(stored, upload?.sent ?? 0) / video.bytes
  const isRunning = upload?.state === "sending" || upload?.state === "waiting"
  return (
    <div className="mt-1 max-w-xl">
      <Progress
        label={t(`upload.states.${upload?.state ?? "left"}`)}
        value={share}
        valueText={formatPercent(Math.floor(share * 100) / 100, locale)}
      />
      {upload?.sentence && <p className="mt-2 text-ui text-bad">{upload.sentence}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {isRunning && <Button onClick={onPause}>{t("upload.pause")}</Button>}
        {upload && !isRunning && <Button onClick={onResume}>{t("upload.resume")}</Button>}
        {!upload && (
          <FileButton accept={accepted} onChoose={onChoose}>
            {t("upload.again")}
          </FileButton>
        )}
      </div>
    </div>
  )
}
