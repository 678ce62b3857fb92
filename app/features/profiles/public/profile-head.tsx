import BadgeCheck from "lucide-react/icons/badge-check"
import Images from "lucide-react/icons/images"
import Lock from "lucide-react/icons/lock"
import { type ReactNode, useEffect } from "react"
import { importRetried } from "~/browser/loading/retried-import"
import { variantWidths } from "~/domain/media/pictures/variants"
import type { Photo } from "~/domain/media/schema"
import type { ProfileHead as Head } from "~/domain/profiles/schema"
import { formatDate, formatLanguage, formatList, sentenceCase } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { Tooltip } from "~/ui/overlay/tooltip"
import { Picture, type PictureProps } from "~/ui/picture"
import { ProfileActions } from "./profile-actions"
import { identityNoteId } from "./profile-aside"

/** The element to which the gallery returns the keyboard focus. */
export const galleryLinkId = "gallery"

export interface ProfileHeadProps {
  profile: Head
  /** Small on a phone, above a section that was requested by its own address. */
  isCompact: boolean
}

/** The portrait, and beside it the profile's facts. */
export function ProfileHead({ profile, isCompact }: ProfileHeadProps) {
  const { t } = useTranslation("profile")
  const { name, headline, photos, photo_count: count } = profile
  const [portrait, ...others] = photos
  useEffect(() => {
    void importRetried(() => import("~/features/listing/search/device-memory")).then((memory) =>
      memory.addViewed(profile),
    )
  }, [profile])
  return (
    <header
      className={classNames(
        "mt-3 grid md:mt-6 md:grid-cols-[4fr_8fr] md:gap-8",
        isCompact ? "grid-cols-[4.5rem_minmax(0,1fr)] gap-4" : "gap-5",
      )}
    >
      {portrait ? (
        <AppLink
          id={galleryLinkId}
          to={`/escorts/${profile.slug}/gallery`}
          className="relative block self-start rounded-panel"
        >
          <Photograph
            photo={portrait}
            alt={portrait.alt || name}
            eager="first"
            sizes={`(width >= 1424px) 410px, (width >= 768px) 31vw, ${isCompact ? "72px" : "92vw"}`}
            className={classNames(
              "md:aspect-[4/5] md:rounded-panel",
              isCompact ? "aspect-[4/5] rounded-card" : "aspect-[9/10] rounded-panel",
            )}
          />
          <span className={classNames("absolute right-3 bottom-3 flex", isCompact && "max-md:hidden")}>
            <Badge tone="photo" icon={<Images aria-hidden />}>
              <span aria-hidden>{count}</span>
              <span className="sr-only">{t("photo_count", { count })}</span>
            </Badge>
          </span>
        </AppLink>
      ) : (
        <span className="block aspect-[4/5] self-start rounded-panel bg-sunk" />
      )}
      <div className={classNames("flex min-w-0 flex-col", isCompact && "max-md:self-center")}>
        <div className="flex justify-between gap-8">
          <div className="min-w-0">
            <ProfileBadges profile={profile} className={isCompact ? "max-md:hidden" : undefined} />
            <h1 className={classNames("md:mt-4", isCompact ? "text-subsection md:text-name" : "mt-4 text-name")}>
              {name}
            </h1>
            {headline && (
              <p
                lang={profile.texts_language}
                className={classNames(
                  "max-w-[40rem] text-ink2 md:mt-4",
                  isCompact ? "mt-1 text-ui md:text-lead" : "mt-4 text-lead",
                )}
              >
                {headline}
              </p>
            )}
          </div>
          <ProfileActions profile={profile} />
        </div>
        <div className={classNames("md:mt-auto", isCompact && "max-md:hidden")}>
          <ProfileFacts profile={profile} />
          <Thumbnails profile={profile} photos={others} />
        </div>
      </div>
    </header>
  )
}

export function ProfileBadges({ profile, className }: { profile: Head; className?: string }) {
  const { t } = useTranslation("profile")
  const locale = useLocale()
  const { verified_at, member_since, private_photo_count: count } = profile
  return (
    <ul className={classNames("flex flex-wrap gap-2", className)}>
      {verified_at && (
        <li className="flex">
          <Tooltip text={t("confirmed", { month: formatDate(verified_at, locale, "month") })}>
            <a href={`#${identityNoteId}`} className="touch-target flex rounded-badge">
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

export function ProfileFacts({ profile }: { profile: Head }) {
  const { t } = useTranslation("profile")
  const locale = useLocale()
  const languages = profile.languages.map((code) => formatLanguage(code, locale))
  return (
    <dl className="mt-7 grid grid-cols-2 gap-x-6 gap-y-4 border-t border-line pt-5 lg:grid-cols-[1fr_1fr_1.5fr]">
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

/**
 * The pictures after the portrait, as many as the row holds: five, and four on a phone. The last shows how many more
 * there are.
 */
function Thumbnails({ profile, photos }: { profile: Head; photos: Photo[] }) {
  const { t } = useTranslation("profile")
  const { name, slug, photo_count } = profile
  if (photos.length === 0) return null
  const more = (shown: number) => photo_count - 1 - shown
  return (
    <ul
      aria-label={t("photos", { name })}
      className="mt-6 grid grid-cols-4 gap-2 md:grid-cols-5 md:gap-3 max-md:*:nth-[n+5]:hidden"
    >
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <AppLink to={`/escorts/${slug}/gallery?photo=${photo.id}`} className="relative block rounded-card">
            <Photograph
              photo={photo}
              alt={photo.alt || t("photo", { name, number: index + 2 })}
              sizes="(width >= 1424px) 160px, (width >= 768px) 12vw, 22vw"
              className="aspect-[4/5] rounded-card"
            />
            {index === 3 && more(4) > 0 && <More count={more(4)} className="md:hidden" />}
            {index === 4 && more(5) > 0 && <More count={more(5)} />}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function More({ count, className }: { count: number; className?: string }) {
  const { t } = useTranslation("profile")
  return (
    <span
      className={classNames(
        "absolute inset-0 flex items-center justify-center rounded-card bg-night/70 text-body font-medium text-white",
        className,
      )}
    >
      <span aria-hidden>+ {count}</span>
      <span className="sr-only">{t("more_photos", { count })}</span>
    </span>
  )
}

type PhotographProps = Pick<PictureProps, "alt" | "sizes" | "eager" | "className"> & { photo: Photo }

function Photograph({ photo: { id, width, height, color }, ...rest }: PhotographProps) {
  return <Picture {...rest} id={id} width={width} height={height} color={color} widths={variantWidths(width)} />
}
