import { useRef } from "react"
import { variantWidths, videoFileName } from "~/domain/media/pictures/variants"
import type { Pass, Video } from "~/domain/media/schema"
import { reportPath } from "~/features/shell/footer"
import { formatClock, formatLanguage } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { usePassRenewal } from "../gallery/use-pass-renewal"

/** The largest width at which a poster is drawn. */
const posterPixels = 1_280

/** The browser's own player, which fetches nothing but the poster before it is started. */
export function VideoPlayer({ video, name, pass }: { video: Video; name: string; pass?: Pass }) {
  const { t } = useTranslation("sections")
  const locale = useLocale()
  const element = useRef<HTMLVideoElement>(null)
  usePassRenewal(element, video.id, pass)
  const { id, width, height, duration, captions, type, title, description } = video
  const fileName = videoFileName(type)
  const poster = variantWidths(width).findLast((one) => one <= posterPixels) ?? width
  const address = (variant: string) => `/media/${id}/${variant}${pass?.query ?? ""}`
  return (
    <figure>
      {/* biome-ignore lint/a11y/useMediaCaption: a track for each language of the captions */}
      <video
        ref={element}
        controls
        playsInline
        preload="none"
        width={width}
        height={height}
        poster={address(`${poster}.webp`)}
        aria-label={title || name}
        className="aspect-video h-auto w-full rounded-card bg-night object-cover"
      >
        <source src={address(fileName)} type={`video/${type}`} />
        {captions.map((code) => (
          <track
            key={code}
            kind="captions"
            srcLang={code}
            label={formatLanguage(code, locale)}
            src={address(`captions.${code}.vtt`)}
          />
        ))}
      </video>
      <figcaption className="mt-2 flex justify-between gap-4 text-meta text-mute">
        <span className="min-w-0 wrap-anywhere">{title || name}</span>
        <span className="flex shrink-0 gap-4">
          <AppLink to={reportPath(`/media/${id}/${fileName}`)} className="underline hover:text-ink">
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
