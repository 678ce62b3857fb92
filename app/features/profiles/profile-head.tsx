import { BadgeCheck, Lock } from "lucide-react"
import type { ReactNode } from "react"
import { variantWidths } from "~/domain/media/variants"
import type { Photo, PublicProfile } from "~/domain/profiles/schema"
import { formatDate, formatLanguage, formatList } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { Picture, type PictureProps } from "~/ui/picture"
import { Tooltip } from "~/ui/tooltip"
import { identityNoteId } from "./profile-rate"

/** The portrait, and beside it who this is. */
export function ProfileHead({ profile }: { profile: PublicProfile }) {
  const { name, headline, photos } = profile
  const [portrait, ...others] = photos
  return (
    <header className="mt-5 grid gap-6 md:mt-6 md:grid-cols-[4fr_8fr] md:gap-8">
      {portrait ? (
        <Photograph
          photo={portrait}
          alt={name}
          eager="first"
          sizes="(width >= 1424px) 410px, (width >= 768px) 31vw, 92vw"
          className="aspect-[4/5] self-start rounded-panel"
        />
      ) : (
        <span className="block aspect-[4/5] self-start rounded-panel bg-sunk" />
      )}
      <div className="flex flex-col">
        <ProfileBadges profile={profile} />
        <h1 className="mt-4 text-name">{name}</h1>
        <p className="mt-4 max-w-[40rem] text-lead text-ink2">{headline}</p>
        <ProfileFacts profile={profile} />
        <Thumbnails name={name} photos={others} />
      </div>
    </header>
  )
}

function ProfileBadges({ profile }: { profile: PublicProfile }) {
  const { t } = useTranslation("profile")
  const locale = useLocale()
  const { verified_at, member_since, private_photo_count: count } = profile
  return (
    <ul className="flex flex-wrap gap-2">
      {verified_at && (
        <li className="flex">
          <Tooltip text={t("confirmed", { month: formatDate(verified_at, locale, "month") })}>
            <a href={`#${identityNoteId}`} className="flex rounded-badge">
              <Badge tone="outlined" icon={<BadgeCheck aria-hidden />}>
                {t("badges.verified")}
              </Badge>
            </a>
          </Tooltip>
        </li>
      )}
      <li className="flex">
        <Badge>{t("badges.since", { year: new Date(member_since).getUTCFullYear() })}</Badge>
      </li>
      {count > 0 && (
        <li className="flex">
          <Badge icon={<Lock aria-hidden />}>{t("badges.private", { count })}</Badge>
        </li>
      )}
    </ul>
  )
}

function ProfileFacts({ profile }: { profile: PublicProfile }) {
  const { t } = useTranslation("profile")
  const locale = useLocale()
  const languages = profile.languages.map((code) => formatLanguage(code, locale))
  return (
    <dl className="mt-7 grid grid-cols-2 gap-x-6 gap-y-4 border-t border-line pt-5 md:mt-auto lg:grid-cols-[1fr_1fr_1.5fr]">
      <Fact name={t("facts.city")}>{profile.city.name}</Fact>
      <Fact name={t("facts.category")}>{profile.category.name}</Fact>
      <Fact name={t("facts.languages")}>{sentenceCase(formatList(languages, locale), locale)}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-meta text-mute">{name}</dt>
      <dd className="mt-0.5 text-body font-medium">{children}</dd>
    </div>
  )
}

function sentenceCase(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}

const shownThumbnails = 5

/** The pictures after the portrait, as many as the row holds: four on a phone. */
function Thumbnails({ name, photos }: { name: string; photos: Photo[] }) {
  const { t } = useTranslation("profile")
  if (photos.length === 0) return null
  return (
    <ul
      aria-label={t("photos", { name })}
      className="mt-6 grid grid-cols-4 gap-2 md:grid-cols-5 md:gap-3 max-md:*:nth-[n+5]:hidden"
    >
      {photos.slice(0, shownThumbnails).map((photo, index) => (
        <li key={photo.id}>
          <Photograph
            photo={photo}
            alt={t("photo", { name, number: index + 2 })}
            sizes="(width >= 1424px) 160px, (width >= 768px) 12vw, 22vw"
            className="aspect-[4/5] rounded-card"
          />
        </li>
      ))}
    </ul>
  )
}

type PhotographProps = Pick<PictureProps, "alt" | "sizes" | "eager" | "className"> & { photo: Photo }

function Photograph({ photo: { id, width, height, color }, ...rest }: PhotographProps) {
  return <Picture {...rest} id={id} width={width} height={height} color={color} widths={variantWidths(width)} />
}
