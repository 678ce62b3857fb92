import { classNames } from "~/lib/class-names"

/** A painted portrait of the site's own, 4:5, on pages without a profile to show. It says nothing that the text beside it does not. */
export function StillPortrait({ className }: { className?: string }) {
  return (
    <picture>
      <source type="image/avif" srcSet="/join-portrait.avif" />
      <img
        src="/join-portrait.webp"
        alt=""
        width={800}
        height={1000}
        loading="lazy"
        decoding="async"
        className={classNames("aspect-[4/5] rounded-panel bg-sunk object-cover object-[50%_33%]", className)}
      />
    </picture>
  )
}
