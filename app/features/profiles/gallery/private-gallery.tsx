import { variantWidths } from "~/domain/media/pictures/variants"
import type { PrivateSection, ProfileHead } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { Picture } from "~/ui/picture"
import { VideoPlayer } from "../public/video-player"

type Open = Extract<PrivateSection, { is_open: true }>

/** The private pictures, which open in the gallery, and the private videos. */
export function PrivateGallery({
  profile,
  photos,
  videos,
}: Pick<Open, "photos" | "videos"> & { profile: ProfileHead }) {
  const { t } = useTranslation("sections")
  const { name, slug } = profile
  return (
    <section aria-labelledby="private">
      <h2 id="private" className="text-section">
        {t("private.title")}
      </h2>
      {photos.length + videos.length === 0 && <p className="mt-5 text-body text-ink2">{t("private.none")}</p>}
      <ul className="mt-7 grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4">
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <AppLink to={`/escorts/${slug}/gallery?album=private&photo=${photo.id}`} className="block rounded-card">
              {/* All at once: their addresses would expire before the reader scrolls to the last of them. */}
              <Picture
                id={photo.id}
                query={photo.pass.query}
                alt={photo.alt || t("private.photo", { name, number: index + 1 })}
                width={photo.width}
                height={photo.height}
                widths={variantWidths(photo.width)}
                color={photo.color}
                sizes="(width >= 1424px) 280px, (width >= 1024px) 20vw, (width >= 640px) 30vw, 45vw"
                eager
                className="aspect-[4/5] rounded-card"
              />
            </AppLink>
          </li>
        ))}
      </ul>
      {videos.map((video, index) => (
        <div key={video.id} className="mt-8">
          <VideoPlayer video={video} name={t("private.video", { name, number: index + 1 })} pass={video.pass} />
        </div>
      ))}
    </section>
  )
}
