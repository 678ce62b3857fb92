import { variantWidths } from "~/domain/media/variants"
import type { WorkshopMedium } from "~/domain/workshop/schema"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"

export interface OwnPictureProps {
  photo: WorkshopMedium
  /** From 1, in its section. */
  number: number
  /** The width at which it is drawn, as in the `sizes` attribute. */
  sizes: string
  className?: string
}

/**
 * A photo for its owner; null while there is nothing to see. In WebP alone: the AVIF variants are made last, while the
 * photo awaits its review.
 */
export function OwnPicture({ photo, number, sizes, className }: OwnPictureProps) {
  const { t } = useTranslation("photos")
  const locale = useLocale()
  const { id, width, height, color, pass, alt } = photo
  if (!width || !height || !pass) return null
  const widths = variantWidths(width)
  const address = (size: number) => `/media/${id}/${size}.webp${pass.query}`
  return (
    <span className={classNames("relative block overflow-hidden bg-sunk", className)}>
      {color && (
        <svg aria-hidden="true" className="absolute inset-0 size-full">
          <rect width="100%" height="100%" fill={color} />
        </svg>
      )}
      {/* All at once: their addresses would expire before the owner scrolls to the last of them. */}
      <img
        src={address(widths[0] ?? width)}
        srcSet={widths.map((size) => `${address(size)} ${size}w`).join(", ")}
        sizes={sizes}
        alt={alt[locale] || t("tile.alt", { number })}
        width={width}
        height={height}
        draggable={false}
        className="relative size-full object-cover object-[50%_33%]"
      />
    </span>
  )
}
