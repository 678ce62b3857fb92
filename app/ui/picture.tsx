import { classNames } from "~/lib/class-names"

export type PictureProps = {
  /** Of the media item, as in `/media/{id}/{width}.avif`. */
  id: string
  /** The true size, which reserves the place before the file arrives. */
  width: number
  height: number
  /** Empty for a decorative picture. */
  alt: string
  /** The width at which it is drawn, as in the `sizes` attribute. */
  sizes: string
  /** The widths that exist. */
  widths: readonly number[]
  /** The query of a private one's address. */
  query?: string
  /** Its mean colour, shown until it has loaded. */
  color?: string
  /** For the first row: fetched at once; the "first" of the page, before the others. */
  eager?: boolean | "first"
  className?: string
  imgClassName?: string
}

/**
 * A stored picture in AVIF and WebP. With a shape in `className` (`aspect-[4/5]`) the picture is cropped to it,
 * retaining its upper third; otherwise it has its own shape.
 */
export function Picture({
  id,
  width,
  height,
  alt,
  sizes,
  widths,
  query = "",
  color,
  eager,
  className,
  imgClassName,
}: PictureProps) {
  const url = (size: number, format: string) => `/media/${encodeURIComponent(id)}/${size}.${format}${query}`
  const sourceSet = (format: string) => widths.map((size) => `${url(size, format)} ${size}w`).join(", ")
  return (
    <span className={classNames("picture", className)}>
      {/* An attribute of SVG, since the policy of the site forbids style attributes. */}
      {color && <svg aria-hidden="true" color={color} />}
      <picture>
        <source type="image/avif" srcSet={sourceSet("avif")} sizes={sizes} />
        <img
          src={url(widths[Math.floor(widths.length / 2)] ?? width, "webp")}
          srcSet={sourceSet("webp")}
          sizes={sizes}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? "eager" : "lazy"}
          fetchpriority={eager === "first" ? "high" : undefined}
          decoding="async"
          className={imgClassName}
        />
      </picture>
    </span>
  )
}
