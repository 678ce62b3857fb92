import { type RefObject, useEffect, useRef } from "react"
import { variantWidths } from "~/domain/media/pictures/variants"
import type { Album } from "~/domain/profiles/schema"

export type AlbumPhoto = Album["photos"][number]

const sizes = "100vw"

const address = ({ id, pass }: AlbumPhoto, size: number, format: string) =>
  `/media/${id}/${size}.${format}${pass?.query ?? ""}`

const sourceSet = (photo: AlbumPhoto, format: string) =>
  variantWidths(photo.width)
    .map((size) => `${address(photo, size, format)} ${size}w`)
    .join(", ")

export interface StageProps {
  photo: AlbumPhoto
  alt: string
  /** The pictures likely to be next. */
  neighbours: (AlbumPhoto | undefined)[]
  content: RefObject<HTMLDivElement>
}

/** A picture, as large as the window allows, over its mean colour until it has loaded. */
export function Stage({ photo, alt, neighbours, content }: StageProps) {
  const image = useRef<HTMLImageElement>(null)
  const { id, width, height, color } = photo
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each picture
  useEffect(() => {
    const img = image.current
    if (!img) return
    const fetchNext = () => {
      const format = /\.avif\b/.test(img.currentSrc) ? "avif" : "webp"
      for (const next of neighbours) if (next) Object.assign(new Image(), { sizes, srcset: sourceSet(next, format) })
    }
    if (img.complete) fetchNext()
    else img.addEventListener("load", fetchNext, { once: true })
    return () => img.removeEventListener("load", fetchNext)
  }, [id])
  const shape = "col-start-1 row-start-1 h-full w-auto max-w-full rounded-card"
  return (
    <div
      ref={content}
      className="absolute inset-0 grid grid-rows-[minmax(0,1fr)] justify-items-center data-[slow=true]:transition-transform data-[slow=true]:duration-320"
    >
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className={shape}>
        <rect width={width} height={height} fill={color} />
      </svg>
      <picture key={id} className="contents">
        <source type="image/avif" srcSet={sourceSet(photo, "avif")} sizes={sizes} />
        <source type="image/webp" srcSet={sourceSet(photo, "webp")} sizes={sizes} />
        <img
          ref={image}
          src={address(photo, variantWidths(width).at(-1) ?? width, "webp")}
          alt={alt}
          width={width}
          height={height}
          fetchpriority="high"
          draggable={false}
          className={`${shape} object-contain`}
        />
      </picture>
    </div>
  )
}
