import Lock from "lucide-react/icons/lock"
import type { Video } from "~/domain/media/schema"
import type { ProfileHead } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { VideoPlayer } from "./video-player"

/** The public videos, and the link to the private ones. */
export function ProfileVideos({ profile, videos }: { profile: ProfileHead; videos: Video[] }) {
  const { t } = useTranslation("sections")
  const { name, slug, private_video_count: count } = profile
  return (
    <section aria-labelledby="videos">
      <h2 id="videos" className="text-section">
        {t("videos.title")}
      </h2>
      {videos.length === 0 && <p className="mt-5 text-body text-ink2">{t("videos.none")}</p>}
      <ul className="mt-7 space-y-8">
        {videos.map((video, index) => (
          <li key={video.id}>
            <VideoPlayer
              video={video}
              name={videos.length === 1 ? t("videos.only", { name }) : t("videos.one", { name, number: index + 1 })}
            />
          </li>
        ))}
      </ul>
      {count > 0 && (
        <p className="mt-6 flex items-center gap-2 text-ui">
          <Lock aria-hidden className="size-4 text-mute" />
          <AppLink to={`/escorts/${slug}/private`} className="link touch-target">
            {t("videos.private", { count })}
          </AppLink>
        </p>
      )}
    </section>
  )
}
