import { classNames } from "~/lib/class-names"

/**
 * A painting of the site's own, `/scenes/{name}-{640|1280}`: a place, a table. It says nothing that the text beside
 * it does not.
 */
export function Scene({ name, sizes, className }: { name: string; sizes: string; className?: string }) {
  const sourceSet = (format: string) =>
    [640, 1280].map((width) => `/scenes/${name}-${width}.${format} ${width}w`).join(", ")
  return (
    <span className={classNames("block overflow-hidden bg-sunk", className)}>
      <picture className="contents">
        <source type="image/avif" srcSet={sourceSet("avif")} sizes={sizes} />
        <source type="image/webp" srcSet={sourceSet("webp")} sizes={sizes} />
        <img
          src={`/scenes/${name}-640.webp`}
          alt=""
          width={640}
          height={480}
          loading="lazy"
          decoding="async"
          className="size-full object-cover transition-[scale] duration-400 group-hover:scale-102"
        />
      </picture>
    </span>
  )
}
