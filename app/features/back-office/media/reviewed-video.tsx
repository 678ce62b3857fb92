import type { ReviewItem } from "~/domain/media/review/schema"
import { Player } from "~/features/media/player/player"
import { formatClock, formatLanguage, formatList } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"

/** A video for staff: poster, film and captions by its pass. */
export function ReviewedVideo({ video }: { video: ReviewItem }) {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  const { captions, duration, texts } = video
  const spoken = captions.map((code) => formatLanguage(code, locale))
  return (
    <figure>
      <Player {...video} type={video.type ?? "mp4"} label={texts[locale]?.title || t("media.video")} />
      <figcaption className="mt-2 flex flex-wrap gap-x-4 text-meta text-mute">
        <span className="tabular-nums">{formatClock(duration ?? 0)}</span>
        <span>
          {spoken.length > 0 ? t("media.captions", { languages: formatList(spoken, locale) }) : t("media.no_captions")}
        </span>
      </figcaption>
    </figure>
  )
}
