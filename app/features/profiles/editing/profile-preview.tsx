import Lock from "lucide-react/icons/lock"
import type { ReactNode } from "react"
import { variantWidths } from "~/domain/media/pictures/variants"
import type { Preview } from "~/domain/profiles/editing/schema"
import { PrivateLocked } from "~/features/profiles/gallery/private-locked"
import { SeenFrom, type SeenFromProps } from "~/features/profiles/hiding/seen-from"
import { ProfileAbout } from "~/features/profiles/public/profile-about"
import { ProfileInfos } from "~/features/profiles/public/profile-infos"
import { ProfileServices } from "~/features/profiles/public/profile-services"
import { formatLanguage, formatList, formatPrice, sentenceCase } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { ChipLink } from "~/ui/chip"
import { Price } from "~/ui/price"
import { WebpPicture } from "~/ui/webp-picture"

/** As whom an owner looks at their profile. */
export const readers = ["visitor", "member", "premium"] as const
export type Reader = (typeof readers)[number]

type PreviewPhoto = Preview["photos"][number]

interface PreviewProps extends SeenFromProps {
  as: Reader
  preview: Preview
  /** Says of which language the words are, where it is not the reader's. */
  original: string | null
}

/** The owner's profile on one page, as others would see it: nothing in it leads anywhere, for it may not be public. */
export function ProfilePreview({ as, preview, original, choices, seen }: PreviewProps) {
  const { t } = useTranslation(["workshop", "sections"])
  const { profile, rhythm, photos, private_photos, placeholders, is_ahead } = preview
  const can = as === "premium" ? (`premium_${profile.private_for}` as const) : as
  return (
    <>
      <h1 className="text-page-title">{t("preview.title")}</h1>
      <p className="measure mt-3 text-ui text-ink2">{t(is_ahead ? "preview.ahead" : "preview.live")}</p>
      <SeenFrom choices={choices} seen={seen} />
      <nav aria-label={t("preview.as")} className="mt-6 flex flex-wrap gap-2">
        {readers.map((reader) => (
          <ChipLink key={reader} to={`?as=${reader}`} isActive={reader === as} replace>
            {t(`preview.readers.${reader}`)}
          </ChipLink>
        ))}
      </nav>
      <p className="measure mt-4 text-ui text-ink2">{t(`preview.can.${can}`)}</p>
      <article aria-label={profile.name} className="mt-8 border-t border-ink pt-8">
        <Head preview={preview} />
        <div className="mt-14 space-y-14">
          <ProfileAbout profile={profile} original={original} />
          <ProfileServices profile={profile} services={profile.services} />
          <ProfileInfos profile={profile} times={{ rhythm, days: [] }} />
          {photos.length > 1 && (
            <Album title={t("preview.photos")}>
              {photos.slice(1).map((photo, at) => (
                <PhotoTile key={photo.id} photo={photo} alt={t("preview.photo", { number: at + 2 })} />
              ))}
            </Album>
          )}
          {as === "premium" && private_photos.length > 0 && (
            <Album title={t("sections:private.title")}>
              {private_photos.map((photo, at) => (
                <PhotoTile key={photo.id} photo={photo} alt={t("preview.private_photo", { number: at + 1 })} />
              ))}
            </Album>
          )}
          {as !== "premium" && placeholders.length > 0 && (
            <PrivateLocked profile={profile} placeholders={placeholders} />
          )}
        </div>
      </article>
    </>
  )
}

function Head({ preview: { profile, photos } }: { preview: Preview }) {
  const { t } = useTranslation(["workshop", "profile"])
  const locale = useLocale()
  const [portrait] = photos
  const languages = profile.languages.map((code) => formatLanguage(code, locale))
  const facts = [profile.city.name, profile.category.name, sentenceCase(formatList(languages, locale), locale)]
  return (
    <div className="grid gap-6 sm:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] sm:gap-8">
      {portrait ? (
        <PhotoTile photo={portrait} alt={t("preview.photo", { number: 1 })} />
      ) : (
        <p className="flex aspect-[4/5] items-center justify-center rounded-panel bg-sunk px-6 text-center text-ui text-mute">
          {t("preview.no_photo")}
        </p>
      )}
      <div className="min-w-0">
        {profile.private_photo_count > 0 && (
          <Badge icon={<Lock aria-hidden />}>
            {t("profile:badges.private", { count: profile.private_photo_count })}
          </Badge>
        )}
        <h2 className="mt-4 text-name wrap-anywhere">{profile.name}</h2>
        <p lang={profile.texts_language} className="mt-3 text-lead wrap-anywhere text-ink2">
          {profile.headline || t("preview.no_headline")}
        </p>
        <p className="mt-6 border-t border-line pt-4 text-body">{facts.filter(Boolean).join(" · ")}</p>
        {profile.hourly_rate > 0 && (
          <p className="mt-4">
            <Price size="panel" amount={formatPrice(profile.hourly_rate, locale)} unit={t("profile:panel.per_hour")} />
          </p>
        )}
      </div>
    </div>
  )
}

function Album({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="text-section">{title}</h3>
      <div className="mt-7 grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4">{children}</div>
    </section>
  )
}

function PhotoTile({ photo, alt }: { photo: PreviewPhoto; alt: string }) {
  const { id, width, height, color, pass } = photo
  return (
    <WebpPicture
      id={id}
      width={width}
      height={height}
      color={color}
      query={pass.query}
      widths={variantWidths(width)}
      sizes="(width >= 640px) 30vw, 45vw"
      alt={photo.alt || alt}
      className="aspect-[4/5] rounded-card"
    />
  )
}
