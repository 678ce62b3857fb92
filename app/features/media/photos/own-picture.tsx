import { variantWidths } from "~/domain/media/pictures/variants"
import type { WorkshopMediaItem } from "~/domain/profiles/editing/schema"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { WebpPicture } from "~/ui/webp-picture"

export interface OwnPictureProps {
  photo: WorkshopMediaItem
  /** From 1, in its section. */
  number: number
  /** The width at which it is drawn, as in the `sizes` attribute. */
  sizes: string
  className?: string
}

/** A photo for its owner; null while there is nothing to see. */
export function OwnPicture({ photo, number, sizes, className }: OwnPictureProps) {
  const { t } = useTranslation("photos")
  const locale = useLocale()
  const { id, width, height, color, pass, alt } = photo
  if (!width || !height || !pass) return null
  return (
    <WebpPicture
      id={id}
      width={width}
      height={height}
      sizes={sizes}
      className={className}
      color={color ?? undefined}
      query={pass.query}
      widths={variantWidths(width)}
      alt={alt[locale] || t("tile.alt", { number })}
    />
  )
}
