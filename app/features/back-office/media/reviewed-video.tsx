import { useRef } from "react"
import { variantWidths, videoFileName } from "~/domain/media/pictures/variants"
import type { ReviewItem } from "~/domain/media/review/schema"
import { usePassRenewal } from "~/features/profiles/gallery/use-pass-renewal"
import { formatClock, formatLanguage, formatList } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"

/** The widest poster that the player draws. */
const posterPixels = 1_280

/** A video for staff: poster, film and captions by its pass. */
export function ReviewedVideo({ video }: { video: ReviewItem }) {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  const element = useRef<HTMLVideoElement>(null)
  const { id, width, height, pass, captions, duration, texts } = video
  usePassRenewal(element, id, pass)
  const type = video.type ?? "mp4"
  const poster = variantWidths(width).findLast((one) => one <= posterPixels) ?? width
  const address = (variant: string) => `/media/${encodeURIComponent(id)}/${variant}${pass.query}`
  const spoken = captions.map((code) => formatLanguage(code, locale))
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
        aria-label={texts[locale]?.title || t("media.video")}
        className="aspect-video h-auto w-full rounded-card bg-night object-contain"
      >
        <source src={address(videoFileName(type))} type={`video/${type}`} />
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
      <figcaption className="mt-2 flex flex-wrap gap-x-4 text-meta text-mute">
        <span className="tabular-nums">{formatClock(duration ?? 0)}</span>
        <span>
          {spoken.length > 0 ? t("media.captions", { languages: formatList(spoken, locale) }) : t("media.no_captions")}
        </span>
      </figcaption>
    </figure>
  )
}
