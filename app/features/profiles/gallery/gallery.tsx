import { useNavigate } from "@remix-run/react"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import Flag from "lucide-react/icons/flag"
import Lock from "lucide-react/icons/lock"
import X from "lucide-react/icons/x"
import ZoomIn from "lucide-react/icons/zoom-in"
import ZoomOut from "lucide-react/icons/zoom-out"
import { type MouseEvent, useEffect, useRef, useState } from "react"
import { variantWidths } from "~/domain/media/pictures/variants"
import type { Album, ProfileHead } from "~/domain/profiles/schema"
import { HeartButton } from "~/features/profiles/favorites/heart-button"
import { reportPath } from "~/features/shell/footer"
import { QuickExit } from "~/features/shell/safety"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { IconButton, IconLink } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { Picture } from "~/ui/picture"
import { Stage } from "./stage"
import { Strip } from "./strip"
import { useFreshPasses } from "./use-fresh-passes"
import { useZoom } from "./use-zoom"

export interface GalleryProps {
  profile: ProfileHead
  album: Album
  /** The picture to begin with. */
  first: number
}

/**
 * A profile's pictures, one at a time over the whole window. Each has its address (`?photo=ID`), and every control for
 * another picture is a link to it: so it works without script. With script, the address changes without a request, and
 * going back leaves the gallery.
 */
export function Gallery({ profile, album, first }: GalleryProps) {
  const { t } = useTranslation("gallery")
  const { photos, is_private } = album
  const { name, slug } = profile
  const [chosen, setChosen] = useState(first)
  const index = Math.min(chosen, Math.max(0, photos.length - 1))
  const [stage, content] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const navigate = useNavigate()
  const photo = photos[index]
  const indexAfter = (step: number) => (index + step + photos.length) % photos.length
  const home = is_private ? `/escorts/${slug}/private` : `/escorts/${slug}`
  const addressOf = (at: number) => `?${is_private ? "album=private&" : ""}photo=${photos[at]?.id}`
  const { isZoomed, toggle } = useZoom(stage, content, photo?.id, (step) => go(indexAfter(step)))
  useFreshPasses(photos[0]?.pass)

  function go(to: number) {
    if (!photos[to] || to === index) return
    setChosen(to)
    // Not a navigation: all pictures are known here, and "back" leaves the gallery.
    history.replaceState(history.state, "", addressOf(to))
  }

  const goes = (to: number) => ({
    href: addressOf(to),
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
      event.preventDefault()
      go(to)
    },
  })

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      const keys: Record<string, () => void> = {
        ArrowRight: () => go(indexAfter(1)),
        ArrowLeft: () => go(indexAfter(-1)),
        Home: () => go(0),
        End: () => go(photos.length - 1),
        Escape: () => (isZoomed ? toggle() : navigate(home, { state: { from: "gallery" } })),
      }
      const action = keys[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener("keydown", onKeyDown)
    return () => window.removeEventListener("keydown", onKeyDown)
  })

  const position = { number: index + 1, total: photos.length }
  return (
    <div data-whole-window className="flex h-full flex-col">
      <header className="flex h-(--header-height) shrink-0 items-center gap-1 border-b border-line px-4 md:gap-2 md:px-6">
        <GalleryTitle profile={profile} />
        <QuickExit />
        <Albums profile={profile} isPrivate={is_private} />
        {photo && (
          <IconButton
            label={isZoomed ? t("zoom_out") : t("zoom_in")}
            aria-pressed={isZoomed}
            onClick={toggle}
            className="invisible in-data-hydrated:visible max-md:hidden"
          >
            {isZoomed ? <ZoomOut /> : <ZoomIn />}
          </IconButton>
        )}
        <HeartButton profile={profile} className="max-sm:hidden" />
        {photo && (
          <IconLink label={t("report")} to={reportPath(`/escorts/${slug}/gallery${addressOf(index)}`)}>
            <Flag />
          </IconLink>
        )}
        <IconLink label={t("close")} to={home} state={{ from: "gallery" }}>
          <X />
        </IconLink>
      </header>
      {photo ? (
        <>
          <div className="relative min-h-0 grow">
            <div
              ref={stage}
              className={classNames(
                "absolute inset-0 touch-none overflow-hidden select-none md:inset-x-24",
                isZoomed && "cursor-grab active:cursor-grabbing",
              )}
            >
              <div className="absolute inset-x-0 inset-y-4 md:inset-y-6">
                <Stage
                  photo={photo}
                  alt={photo.alt || t("photo", { name, number: position.number })}
                  neighbours={[photos[indexAfter(1)], photos[indexAfter(-1)]]}
                  content={content}
                />
              </div>
            </div>
            {photos.length > 1 && (
              <>
                <a {...goes(indexAfter(-1))} className={classNames(arrowClass, "left-2 md:left-6")}>
                  <ChevronLeft aria-hidden className="size-5" />
                  <span className="sr-only">{t("previous")}</span>
                </a>
                <a {...goes(indexAfter(1))} className={classNames(arrowClass, "right-2 md:right-6")}>
                  <ChevronRight aria-hidden className="size-5" />
                  <span className="sr-only">{t("next")}</span>
                </a>
              </>
            )}
          </div>
          <footer
            data-bottom-bar="gallery"
            className="flex h-(--bottom-bar) shrink-0 items-center gap-4 border-t border-line px-4 md:gap-8 md:px-6"
          >
            <p className="shrink-0 text-ui text-mute">
              <span aria-hidden>
                <b className="font-semibold text-ink">{position.number}</b> / {position.total}
              </span>
              <span aria-live="polite" className="sr-only">
                {t("position", position)}
              </span>
            </p>
            <Strip name={name} photos={photos} index={index} goes={goes} />
            <Keys />
          </footer>
        </>
      ) : (
        <p className="m-auto px-4 text-center text-body text-ink2">{t("none", { name })}</p>
      )}
    </div>
  )
}

const arrowClass =
  "absolute top-1/2 flex size-11 -translate-y-1/2 items-center justify-center rounded-full border border-line2 bg-paper/80 text-ink transition-colors enabled-hover:bg-sunk md:size-12"

function GalleryTitle({ profile: { name, photos } }: { profile: ProfileHead }) {
  const { t } = useTranslation("gallery")
  const [portrait] = photos
  return (
    <div className="mr-auto flex min-w-0 items-center gap-3">
      {portrait && (
        <Picture
          id={portrait.id}
          alt=""
          width={portrait.width}
          height={portrait.height}
          widths={variantWidths(portrait.width).slice(0, 1)}
          sizes="36px"
          color={portrait.color}
          eager
          className="size-9 shrink-0 rounded-full"
        />
      )}
      <div className="min-w-0">
        <h1 className="truncate text-card-name">{name}</h1>
        <p className="text-meta text-mute">{t("title")}</p>
      </div>
    </div>
  )
}

/** The public album and the private one, which has a lock for readers who may not see it. */
function Albums({ profile, isPrivate }: { profile: ProfileHead; isPrivate: boolean }) {
  const { t } = useTranslation("gallery")
  const { slug, photo_count, private_photo_count, private_video_count, sees_private } = profile
  const hidden = private_photo_count + private_video_count
  if (hidden === 0) return null
  const albumClass = (isCurrent: boolean) =>
    classNames(
      "flex h-8 items-center gap-1.5 rounded-small px-3 text-ui",
      isCurrent ? "bg-line font-medium text-ink forced-colors:underline" : "text-ink2 hover:text-ink",
    )
  const privatePath = sees_private && private_photo_count > 0 ? "gallery?album=private" : "private"
  return (
    <nav aria-label={t("albums")} className="mr-2 flex rounded-field bg-sunk p-1 max-sm:hidden">
      <AppLink
        to={`/escorts/${slug}/gallery`}
        aria-current={isPrivate ? undefined : "page"}
        className={albumClass(!isPrivate)}
      >
        {t("public")} <span className="text-mute">{photo_count}</span>
      </AppLink>
      <AppLink
        to={`/escorts/${slug}/${privatePath}`}
        aria-current={isPrivate ? "page" : undefined}
        className={albumClass(isPrivate)}
      >
        {!sees_private && <Lock role="img" aria-hidden={false} aria-label={t("locked")} className="size-3.5" />}
        {t("private")} <span className="text-mute">{hidden}</span>
      </AppLink>
    </nav>
  )
}

/** The keyboard shortcuts, where there is room to list them. */
function Keys() {
  const { t } = useTranslation("gallery")
  const keyClass = "rounded-badge border border-line2 px-1.5 py-0.5 text-badge text-ink2"
  return (
    <p aria-hidden className="ml-auto hidden shrink-0 items-center gap-2 text-meta text-mute xl:flex">
      <kbd className={keyClass}>←</kbd>
      <kbd className={keyClass}>→</kbd>
      {t("keys.browse")}
      <kbd className={classNames(keyClass, "ml-3")}>Esc</kbd>
      {t("keys.close")}
    </p>
  )
}
