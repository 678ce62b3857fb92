import { type MouseEvent, useEffect, useRef } from "react"
import { variantWidths } from "~/domain/media/pictures/variants"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Picture } from "~/ui/picture"
import type { AlbumPhoto } from "./stage"

export interface StripProps {
  name: string
  photos: AlbumPhoto[]
  index: number
  goes: (to: number) => { href: string; onClick: (event: MouseEvent) => void }
}

/** All the pictures, small, in a row that scrolls to the current one. */
export function Strip({ name, photos, index, goes }: StripProps) {
  const { t } = useTranslation("gallery")
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const row = list.current
    const link = row?.children[index]?.firstElementChild
    if (!row || !(link instanceof HTMLElement)) return
    row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
    // Arrow keys pressed in the row move the focus along.
    if (row.contains(document.activeElement)) link.focus({ preventScroll: true })
  }, [index])
  return (
    <ul
      ref={list}
      aria-label={t("strip", { name })}
      className="relative flex min-w-0 gap-2 overflow-x-auto overscroll-x-contain p-1 scrollbar-none"
    >
      {photos.map((photo, at) => (
        <li key={photo.id} className="shrink-0">
          <a
            {...goes(at)}
            aria-current={at === index || undefined}
            className={classNames(
              "touch-target block rounded-small",
              at === index
                ? "ring-2 ring-accent ring-offset-2 ring-offset-paper forced-colors:outline-2"
                : "opacity-60 hover:opacity-100",
            )}
          >
            <Picture
              id={photo.id}
              query={photo.pass?.query}
              alt={photo.alt || t("photo", { name, number: at + 1 })}
              width={photo.width}
              height={photo.height}
              widths={variantWidths(photo.width).slice(0, 1)}
              sizes="56px"
              color={photo.color}
              // A private one's address would expire before the reader scrolls to it.
              eager={photo.pass !== null}
              className="h-12 w-9.5 rounded-small"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
