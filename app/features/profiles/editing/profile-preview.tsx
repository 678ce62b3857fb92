import ChevronLeft from "lucide-react/icons/chevron-left"
import type { ReactNode } from "react"
import { toasts } from "~/browser/toasts"
import { variantWidths } from "~/domain/media/pictures/variants"
import type { Preview } from "~/domain/profiles/editing/schema"
import type { ShownTimes } from "~/features/profiles/calendar/shown-times"
import { PrivateLocked } from "~/features/profiles/gallery/private-locked"
import { SeenFrom, type SeenFromProps } from "~/features/profiles/hiding/seen-from"
import { ProfileAbout } from "~/features/profiles/public/profile-about"
import { ProfileActions, type ProfileReader } from "~/features/profiles/public/profile-actions"
import { type AsideTexts, ProfileAside } from "~/features/profiles/public/profile-aside"
import { ProfileBadges, ProfileFacts } from "~/features/profiles/public/profile-head"
import { ProfileInfos } from "~/features/profiles/public/profile-infos"
import { ProfileServices } from "~/features/profiles/public/profile-services"
import { SectionBody } from "~/features/profiles/public/section-body"
import { useTranslation } from "~/i18n/use-translation"
import { ChipLink } from "~/ui/chip"
import { AppLink } from "~/ui/navigation/app-link"
import { Tabs } from "~/ui/navigation/tabs"
import { WebpPicture } from "~/ui/webp-picture"
import { overviewPath } from "./studio/pages"

/** As whom an owner looks at their profile. */
export const readers = ["visitor", "member", "premium"] as const
export type Reader = (typeof readers)[number]

/** The sections of the page, in the order of its tabs. */
export const previewParts = ["overview", "gallery", "infos", "private", "services"] as const
export type PreviewPart = (typeof previewParts)[number]

type PreviewPhoto = Preview["photos"][number]

export interface PreviewProps extends SeenFromProps {
  as: Reader
  part: PreviewPart
  preview: Preview
  /** Says of which language the words are, where it is not the reader's. */
  original: string | null
  aside: AsideTexts
  times: ShownTimes
}

/** The acts of the page are those of the reader whom the owner chose. */
const readerOf: Record<Reader, ProfileReader> = {
  visitor: null,
  member: { publicSlug: null, isPremium: false },
  premium: { publicSlug: null, isPremium: true },
}

/**
 * The owner's profile page as another reader would see it. It has the page's own parts, but a press
 * on anything beside its tabs does nothing: the profile may not be public.
 */
export function ProfilePreview({ as, part, preview, original, aside, times, choices, seen }: PreviewProps) {
  const { t } = useTranslation(["workshop", "sections", "profile"])
  const { profile, photos, private_photos, is_ahead } = preview
  const can = as === "premium" ? (`premium_${profile.private_for}` as const) : as
  const sections: Record<PreviewPart, ReactNode> = {
    overview: (
      <>
        <ProfileAbout profile={profile} original={original} />
        <ProfileServices profile={profile} services={profile.services} />
      </>
    ),
    gallery: <Album title={t("preview.photos")} photos={photos} nameOf={(number) => t("preview.photo", { number })} />,
    infos: <ProfileInfos profile={profile} times={times} />,
    private:
      as === "premium" ? (
        <Album
          title={t("sections:private.title")}
          photos={private_photos}
          nameOf={(number) => t("preview.private_photo", { number })}
        />
      ) : (
        <PrivateLocked profile={profile} placeholders={preview.placeholders} />
      ),
    services: <ProfileServices profile={profile} services={profile.services} />,
  }
  return (
    <>
      <div className="sticky top-(--header-height) z-20 border-b border-line bg-raised">
        <div className="page-container flex min-h-12 flex-wrap items-center gap-x-6 gap-y-3 py-1.5">
          <AppLink to={overviewPath} className="link touch-target inline-flex min-h-11 items-center gap-1 text-ui">
            <ChevronLeft aria-hidden className="size-4" />
            {t("preview.back")}
          </AppLink>
          <h1 className="text-ui text-mute max-sm:sr-only">{t("preview.title")}</h1>
          <nav aria-label={t("preview.as")} className="flex flex-wrap gap-1.5 sm:ml-auto">
            {readers.map((reader) => (
              <ChipLink
                key={reader}
                to={`?as=${reader}&part=${part}`}
                isActive={reader === as}
                replace
                preventScrollReset
              >
                {t(`preview.readers.${reader}`)}
              </ChipLink>
            ))}
          </nav>
        </div>
      </div>
      <div className="page-container pt-5">
        <p className="max-w-[60rem] text-meta text-mute">
          {t(is_ahead ? "preview.ahead" : "preview.live")} {t(`preview.can.${can}`)}
        </p>
        <SeenFrom choices={choices} seen={seen} />
        <article aria-label={profile.name} className="mt-8 border-t border-line pt-2">
          <Asleep>
            <Head preview={preview} as={as} />
          </Asleep>
          <Tabs
            label={t("profile:tabs.label", { name: profile.name })}
            className="mt-10 md:mt-12"
            items={previewParts.filter(hasPart).map((name) => ({
              to: `?as=${as}&part=${name}`,
              label: t(`profile:tabs.${name}`),
              isCurrent: name === part,
              lockedLabel: name === "private" && as !== "premium" ? t("profile:tabs.locked") : undefined,
            }))}
          />
          <Asleep>
            <SectionBody aside={<ProfileAside profile={profile} texts={aside} />}>{sections[part]}</SectionBody>
          </Asleep>
        </article>
      </div>
    </>
  )

  /** As on the public page, an empty section has no tab. */
  function hasPart(name: PreviewPart): boolean {
    if (name === "private") return profile.private_photo_count + profile.private_video_count > 0 || part === name
    return name !== "services" || profile.service_count > 0 || part === name
  }
}

/** A part of the page in which a press only says that nothing happens here; it is read and walked through as ever. */
function Asleep({ children }: { children: ReactNode }) {
  const { t } = useTranslation("workshop")
  return (
    <div
      onClickCapture={(event) => {
        if (!(event.target instanceof Element) || !event.target.closest("a, button")) return
        event.preventDefault()
        event.stopPropagation()
        toasts.add({ title: t("preview.asleep") })
      }}
    >
      {children}
    </div>
  )
}

/** The public page's head, with pictures that only their owner sees so far. */
function Head({ preview: { profile, photos }, as }: Pick<PreviewProps, "preview" | "as">) {
  const { t } = useTranslation("workshop")
  const [portrait, ...others] = photos
  return (
    <header className="grid gap-5 md:mt-6 md:grid-cols-[4fr_8fr] md:gap-8">
      {portrait ? (
        <PhotoTile photo={portrait} alt={t("preview.photo", { number: 1 })} />
      ) : (
        <p className="flex aspect-[4/5] items-center justify-center rounded-panel bg-sunk px-6 text-center text-ui text-mute">
          {t("preview.no_photo")}
        </p>
      )}
      <div className="flex min-w-0 flex-col">
        <div className="flex justify-between gap-8">
          <div className="min-w-0">
            <ProfileBadges profile={profile} />
            <h2 className="mt-4 text-name wrap-anywhere">{profile.name}</h2>
            <p lang={profile.texts_language} className="mt-4 max-w-[40rem] text-lead wrap-anywhere text-ink2">
              {profile.headline || t("preview.no_headline")}
            </p>
          </div>
          <ProfileActions profile={profile} as={readerOf[as]} />
        </div>
        <div className="md:mt-auto">
          <ProfileFacts profile={profile} />
          {others.length > 0 && (
            <ul className="mt-6 grid grid-cols-4 gap-2 md:grid-cols-5 md:gap-3 max-md:*:nth-[n+5]:hidden">
              {others.slice(0, 5).map((photo, at) => (
                <li key={photo.id}>
                  <PhotoTile photo={photo} alt={t("preview.photo", { number: at + 2 })} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </header>
  )
}

interface AlbumProps {
  title: string
  photos: PreviewPhoto[]
  /** Names a photo without a description by its number. */
  nameOf: (number: number) => string
}

function Album({ title, photos, nameOf }: AlbumProps) {
  return (
    <section aria-label={title}>
      <h3 className="text-section">{title}</h3>
      <div className="mt-7 grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4">
        {photos.map((photo, at) => (
          <PhotoTile key={photo.id} photo={photo} alt={nameOf(at + 1)} />
        ))}
      </div>
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
