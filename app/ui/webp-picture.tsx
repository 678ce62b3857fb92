import { classNames } from "~/lib/class-names"
import type { PictureProps } from "./picture"

export type WebpPictureProps = Omit<PictureProps, "eager" | "imgClassName">

/**
 * A stored picture in WebP alone, for its owner: the AVIF variants are made last, while it awaits its review. It is fetched at
 * once: the address would expire before the owner scrolls to it.
 */
export function WebpPicture({ id, width, height, alt, sizes, widths, query = "", color, className }: WebpPictureProps) {
  const address = (size: number) => `/media/${encodeURIComponent(id)}/${size}.webp${query}`
  return (
    <span className={classNames("relative block overflow-hidden bg-sunk", className)}>
      {color && (
        <svg aria-hidden="true" className="absolute inset-0 size-full">
          <rect width="100%" height="100%" fill={color} />
        </svg>
      )}
      <img
        src={address(widths[0] ?? width)}
        srcSet={widths.map((size) => `${address(size)} ${size}w`).join(", ")}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        draggable={false}
        className="relative size-full object-cover object-[50%_33%]"
      />
    </span>
  )
}
