import { type ReactNode, useEffect, useRef, useState } from "react"
import { classNames } from "~/lib/class-names"

type AvatarSize = "2xs" | "xs" | "sm" | "md" | "lg" | "xl" | "2xl" | "3xl"

export type AvatarProps = {
  src?: string
  /** Also the source of the initials. */
  alt?: string
  /** Instead of initials. */
  text?: string
  /** Instead of a picture and of initials. */
  icon?: ReactNode
  /** 20, 24, 28, 32, 40, 48, 56, 64: a circle is never larger. */
  size?: AvatarSize
  /** A dot at the lower right: green for online, pink for something new. */
  chip?: "ok" | "accent"
  /** The meaning of the dot. */
  chipLabel?: string
  className?: string
}

const sizes: Record<AvatarSize, string> = {
  "2xs": "size-5 text-[0.5rem]",
  xs: "size-6 text-[0.5625rem]",
  sm: "size-7 text-[0.625rem]",
  md: "size-8 text-[0.6875rem]",
  lg: "size-10 text-meta",
  xl: "size-12 text-body",
  "2xl": "size-14 text-base",
  "3xl": "size-16 text-lg",
}

/** A picture in a circle; initials where there is none or it does not load. */
export function Avatar({ src, alt = "", text, icon, size = "md", chip, chipLabel, className }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const img = useRef<HTMLImageElement>(null)

  // The error of a picture in the server's markup may precede hydration.
  useEffect(() => {
    if (src && img.current?.complete && img.current.naturalWidth === 0) setFailed(src)
  }, [src])

  const hasPicture = src && src !== failed
  return (
    <span className={classNames("relative inline-flex shrink-0 align-middle", sizes[size], className)}>
      {hasPicture ? (
        <img
          ref={img}
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(src)}
          className="size-full rounded-full bg-sunk object-cover object-[50%_20%]"
        />
      ) : (
        <span
          {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}
          className="flex size-full items-center justify-center rounded-full border border-line bg-sunk font-medium text-ink2 [&_.lucide]:size-1/2"
        >
          {icon ?? text ?? initials(alt)}
        </span>
      )}
      {chip && (
        <span
          className={classNames(
            "absolute right-0 bottom-0 size-[28%] min-h-2 min-w-2 rounded-full outline-2 outline-paper",
            chip === "ok" ? "bg-ok" : "bg-accent",
          )}
        >
          {chipLabel && <span className="sr-only">{chipLabel}</span>}
        </span>
      )}
    </span>
  )
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join("")
    .slice(0, 2)
    .toLocaleUpperCase()
}
