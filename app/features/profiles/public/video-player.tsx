import { videoFileName } from "~/domain/media/pictures/variants"
import type { Pass, Video } from "~/domain/media/schema"
import { Player } from "~/features/media/player/player"
import { reportPath } from "~/features/shell/footer"
import { formatClock } from "~/i18n/format"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"

/** A video with its title, its length, and the link that reports it. */
export function VideoPlayer({ video, name, pass }: { video: Video; name: string; pass?: Pass }) {
  const { t } = useTranslation("sections")
  const { id, duration, type, title, description } = video
  return (
    <figure>
      <Player {...video} pass={pass} label={title || name} isCropped />
      <figcaption className="mt-2 flex justify-between gap-4 text-meta text-mute">
        <span className="min-w-0 wrap-anywhere">{title || name}</span>
        <span className="flex shrink-0 gap-4">
          <AppLink
            to={reportPath(`/media/${id}/${videoFileName(type)}`)}
            className="touch-target underline hover:text-ink"
          >
            {t("videos.report")}
          </AppLink>
          {duration < 60
            ? t("videos.seconds", { count: duration })
            : t("videos.length", { time: formatClock(duration) })}
        </span>
      </figcaption>
      {description && <p className="mt-1 text-ui wrap-anywhere whitespace-pre-line text-ink2">{description}</p>}
    </figure>
  )
}
